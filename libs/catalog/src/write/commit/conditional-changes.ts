import { Batcher, type Actor } from '@app/common';
import { bigintArray, binaryArray, Database, integerArray, isOfAValue, jsonbArray } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityType } from '../../definition/entity-type';
import { entityAnswer, versionText } from '../../read/entity-answer';
import type { WriteAnswer } from '../write-answer';
import { EntityDocuments } from '../../read/entity-documents';
import type { Stamp } from '../../read/whole-stamp';
import { nextDocument } from '../plan/next-document';
import type { AttributesPlan } from '../plan/plan';
import type { EntitySnapshot } from '../snapshot/entity-snapshot';
import { defaultsOf, storedJson } from '../stored-json';
import { changeStatement, MOST } from './change-statement';

/** A change of attributes alone, planned on an entity as it was when it had this stamp. */
interface ConditionalChange {
  readonly actor: Actor;
  readonly entityType: EntityType;
  readonly update: AttributesPlan['update'];
  readonly stamp: Stamp;
  /** The digest of its row with this stamp; undefined where it is not known. */
  readonly digest: Uint8Array | undefined;
  /** Its document before, as JSON. */
  readonly previous: string;
}

interface ChangedRow {
  readonly node: string;
  /** When it changed, in epoch ms. */
  readonly at: string;
  /** The version and the digest of its row since. */
  readonly own: string;
  readonly digest: Buffer;
  readonly body: string;
  readonly details: string;
}

/** The answer of a change, and the entity as it is then. */
export interface MadeChange {
  readonly answer: WriteAnswer;
  readonly entity: EntitySnapshot;
}

/** Entities of one statement; those that come while one is under way go with the next, in one transaction. */
const TOGETHER = { most: MOST, atOnce: 1 };
/** Characters of a document that is changed by a statement of its own: a hundred of them would be a large one. */
const LARGE = 64 * 1024;

/** Writes changes of entities that are still as they were when the change was planned: one statement for all that come together. */
@Injectable()
export class ConditionalChanges {
  private readonly waiting: Batcher<ConditionalChange, ChangedRow | undefined>;

  constructor(
    private readonly database: Database,
    private readonly documents: EntityDocuments,
  ) {
    this.waiting = new Batcher((changes) => this.write(changes), {
      ...TOGETHER,
      isOnes: isOfAValue,
      kindOf: (change) => (change.previous.length > LARGE ? change : change.entityType),
    });
  }

  /**
   * Undefined, and nothing is written, where one of the rows that the snapshot follows from has changed by now, or another transaction has
   * locked the entity.
   */
  async make(
    actor: Actor,
    entityType: EntityType,
    entity: EntitySnapshot,
    { update, current }: AttributesPlan,
  ): Promise<MadeChange | undefined> {
    const { row, shown, stamp, digest } = entity;
    if (!stamp) return undefined;
    const previous = update.previous === current ? entity.answer.json : JSON.stringify(update.previous);
    const changed = await this.waiting.ask({ actor, entityType, update, stamp, digest, previous });
    if (!changed) return undefined;
    const { draft, version } = update;
    const { at, own, body, details } = changed;
    const json = nextDocument(draft, current, { version, updatedAt: Number(at), updatedBy: actor.name });
    const written = { ...shown, version, updated_at: at, updated_by: actor.name, defaults: defaultsOf(draft) };
    const read = this.documents.ofRow(entityType, { ...written, body, details });
    return {
      answer: { json, id: draft.id, version: versionText(version) },
      entity: {
        row: { ...row, version, updated_at: at },
        shown: written,
        answer: { ...entityAnswer(read), created: false },
        stamp: { ...stamp, own },
        digest: changed.digest,
      },
    };
  }

  private async write(asked: readonly ConditionalChange[]): Promise<(ChangedRow | undefined)[]> {
    const { entityType } = asked[0] as ConditionalChange;
    // Of two of one entity the second one was planned on what it is not any more.
    const first = new Map(asked.toReversed().map((change) => [change.update.locked.node, change]));
    const changes = [...first.values()];
    const statement = changeStatement(entityType);
    if (!statement) throw new Error(`A ${entityType.type} has no stamp to be compared`);
    const stored = changes.map(({ update }) => storedJson(update.draft));
    const texts = (of: (change: ConditionalChange) => string): unknown => binaryArray('text', changes.map(of));
    const rows = await this.database.execute<ChangedRow>([], statement, [
      bigintArray(changes.map(({ update }) => update.locked.node)),
      texts(({ stamp }) => stamp.own),
      texts(({ stamp }) => stamp.surroundings),
      jsonbArray(changes.map(({ previous }) => previous)),
      integerArray(changes.map(({ update }) => update.version)),
      jsonbArray(stored.map(([body]) => body)),
      jsonbArray(stored.map(([, details]) => details)),
      texts(({ actor }) => actor.name),
      jsonbArray(changes.map(({ actor }) => (actor.origin ? JSON.stringify(actor.origin) : null))),
      binaryArray(
        'bytea',
        changes.map(({ digest }) => digest ?? null),
      ),
    ]);
    const found = new Map(rows.map((row) => [row.node, row]));
    return asked.map((change) => {
      const { node } = change.update.locked;
      return first.get(node) === change ? found.get(node) : undefined;
    });
  }
}
