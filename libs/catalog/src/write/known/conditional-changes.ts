import { Batcher, type Actor } from '@app/common';
import { bigintArray, binaryArray, Database, integerArray, isOfAValue, jsonbArray } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityType } from '../../definition/entity-type';
import type { Stamp } from '../../read/whole-stamp';
import type { PlannedChange } from '../entity-changer';
import { storedJson } from '../stored-json';
import { changeStatement, MOST } from './change-statement';

/** A change of attributes alone, planned on an entity as it was when it had this stamp. */
export interface ConditionalChange {
  readonly actor: Actor;
  readonly entityType: EntityType;
  readonly plan: PlannedChange;
  readonly stamp: Stamp;
  /** The digest of its row with this stamp; undefined where it is not known. */
  readonly digest: Uint8Array | undefined;
  /** Its document before, as JSON. */
  readonly previous: string;
}

/** When an entity changed, in epoch ms, and the version and the digest of its row since. */
export interface MadeChange {
  readonly at: number;
  readonly own: string;
  readonly digest: Uint8Array;
}

interface ChangedRow {
  readonly node: string;
  readonly at: string;
  readonly own: string;
  readonly digest: Buffer;
}

/** Entities of one statement; those that come while one is under way go with the next, in one transaction. */
const TOGETHER = { most: MOST, atOnce: 1 };
/** Characters of a document that is changed by a statement of its own: a hundred of them would be a large one. */
const LARGE = 64 * 1024;

/** Writes changes of entities that are still as they were when the change was planned: one statement for all that come together. */
@Injectable()
export class ConditionalChanges {
  private readonly waiting: Batcher<ConditionalChange, MadeChange | undefined>;

  constructor(private readonly database: Database) {
    this.waiting = new Batcher((changes) => this.write(changes), {
      ...TOGETHER,
      isOnes: isOfAValue,
      kindOf: (change) => (change.previous.length > LARGE ? change : change.entityType),
    });
  }

  /** Undefined, and nothing is written, where the entity has another stamp by now, or another transaction holds it. */
  make(change: ConditionalChange): Promise<MadeChange | undefined> {
    return this.waiting.ask(change);
  }

  private async write(asked: readonly ConditionalChange[]): Promise<(MadeChange | undefined)[]> {
    const { entityType } = asked[0] as ConditionalChange;
    // Of two of one entity the second one was planned on what it is not any more.
    const first = new Map(asked.toReversed().map((change) => [change.plan.locked.node, change]));
    const changes = [...first.values()];
    const statement = changeStatement(entityType);
    if (!statement) throw new Error(`A ${entityType.type} has no stamp to be compared`);
    const stored = changes.map(({ plan }) => storedJson(plan.draft));
    const rows = await this.database.execute<ChangedRow>([], statement, [
      bigintArray(changes.map(({ plan }) => plan.locked.node)),
      binaryArray(
        'text',
        changes.map(({ stamp }) => stamp.own),
      ),
      binaryArray(
        'text',
        changes.map(({ stamp }) => stamp.surroundings),
      ),
      jsonbArray(changes.map(({ previous }) => previous)),
      integerArray(changes.map(({ plan }) => plan.version)),
      jsonbArray(stored.map(([body]) => body)),
      jsonbArray(stored.map(([, details]) => details)),
      binaryArray(
        'text',
        changes.map(({ actor }) => actor.name),
      ),
      jsonbArray(changes.map(({ actor }) => (actor.origin ? JSON.stringify(actor.origin) : null))),
      binaryArray(
        'bytea',
        changes.map(({ digest }) => digest ?? null),
      ),
    ]);
    const found = new Map(rows.map(({ node, at, own, digest }) => [node, { at: Number(at), own, digest }]));
    return asked.map((change) => {
      const { node } = change.plan.locked;
      return first.get(node) === change ? found.get(node) : undefined;
    });
  }
}
