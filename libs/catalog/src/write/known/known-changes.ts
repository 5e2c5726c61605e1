import { AccessControl } from '@app/auth';
import { AppError, EDIT_OPERATIONS, MostUsed, type Actor, type MostUsedLimits } from '@app/common';
import { Database, isOfAValue } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityType } from '../../definition/entity-type';
import { versionText, type EntityAnswer } from '../../read/entity-answer';
import { EntityDocuments, type WholeEntity } from '../../read/entity-documents';
import type { EntityKey } from '../../read/entity.repository';
import { Visibility } from '../../read/visibility/visibility';
import { BodyMerger, type NextBody, type PatchOptions, type StoredEntity } from '../body-merger';
import type { PatchOperation } from '../document/patch/patch-operation';
import { nextDocument } from '../document/next-document';
import { keepsParents } from '../document/repeats';
import { DraftBuilder, type CheckedBody } from '../draft-builder';
import { EntityBehaviours, type EntityDocument } from '../entity-behaviour';
import { EntityChanger, type PlannedChange } from '../entity-changer';
import type { WriteContext } from '../entity-draft';
import type { LockedEntity } from '../entity-write.repository';
import { isVersion, type Precondition } from '../precondition';
import { RepeatedPuts } from '../repeated-puts';
import { bodyKeys, writerKey } from '../writer-keys';
import { changeStatement } from './change-statement';
import { ConditionalChanges, type Stamp } from './conditional-changes';
import { AsksDatabase, NO_TRANSACTION } from './no-transaction';

/** An entity as it was read or written last: its row, its document with all fields, and the versions of the rows that this follows from. */
interface KnownEntity {
  readonly row: LockedEntity;
  readonly json: string;
  readonly stamp: Stamp;
}

/** Characters: some 4,000 tables of 20 columns. */
const KEPT: MostUsedLimits<KnownEntity> = {
  most: 16 * 1024 * 1024,
  largest: 256 * 1024,
  sizeOf: ({ json, stamp }) => json.length + stamp.surroundings.length,
};

/** Who changes entities of which type. */
interface ByType {
  readonly actor: Actor;
  readonly entityType: EntityType;
}

/** What the entity is to become, from what it is; undefined: it is to be changed the general way. */
type Next = (context: WriteContext, stored: StoredEntity) => Promise<NextBody> | undefined;

/**
 * Changes of attributes of assets without a transaction that is held while the change is planned: it is planned on the entity as it was
 * read or written last, and one statement writes it where all that it was planned on is still the same (ADR 115). Whatever is otherwise than
 * expected, and all that is refused, goes the general way.
 */
@Injectable()
export class KnownChanges {
  private readonly known = new MostUsed<KnownEntity>(KEPT);

  constructor(
    private readonly database: Database,
    private readonly documents: EntityDocuments,
    private readonly changes: ConditionalChanges,
    private readonly merger: BodyMerger,
    private readonly drafter: DraftBuilder,
    private readonly changer: EntityChanger,
    private readonly repeated: RepeatedPuts,
    private readonly behaviours: EntityBehaviours,
    private readonly access: AccessControl,
    private readonly visibility: Visibility,
  ) {}

  /** Undefined, and nothing is written: the PUT creates, changes nothing or more than attributes, or is refused. */
  async put(by: ByType, received: CheckedBody, precondition: Precondition): Promise<EntityAnswer | undefined> {
    const { entityType } = by;
    const fqn = this.isPlain(by) ? this.repeated.fqnOf(by, received) : undefined;
    if (fqn === undefined) return undefined;
    const next: Next = (context, stored) =>
      keepsParents(entityType, received.body, stored.current)
        ? this.merger.ofPut(context, withParentsOf(entityType, received, stored.current), stored)
        : undefined;
    return this.change(by, { fqn }, bodyKeys(entityType, received.body), precondition, next);
  }

  /** Undefined, and nothing is written: the patch changes nothing or more than attributes, or is refused. */
  async patch(
    by: ByType,
    key: EntityKey,
    operations: readonly PatchOperation[],
    precondition: Precondition,
    options: PatchOptions,
  ): Promise<EntityAnswer | undefined> {
    if (!this.isPlain(by)) return undefined;
    const next: Next = (context, stored) => this.merger.ofPatch(context, operations, stored, options);
    return this.change(by, key, [writerKey(by.entityType.type, key)], precondition, next);
  }

  private async change(
    by: ByType,
    key: EntityKey,
    keys: readonly string[],
    precondition: Precondition,
    next: Next,
  ): Promise<EntityAnswer | undefined> {
    const place = placeOf(by.entityType, key);
    const attempt = async (entity: KnownEntity | undefined): Promise<EntityAnswer | undefined> => {
      if (!entity || !isVersion(precondition, entity.row.version)) return undefined;
      const changed = await this.changeKnown(by, entity, next);
      if (!changed) return undefined;
      this.known.set(place, changed.entity);
      return changed.answer;
    };
    const answer = await this.database
      .oneAtATime(keys, async () => {
        const known = await attempt(this.known.get(place));
        if (known) return known;
        this.known.drop(place);
        return attempt(await this.read(by, key));
      })
      .catch((error: unknown) => (isForGeneralWay(error) ? undefined : Promise.reject(error as Error)));
    if (answer) this.behaviours.of(by.entityType.type).committed?.();
    return answer;
  }

  private async read({ entityType }: ByType, key: EntityKey): Promise<KnownEntity | undefined> {
    const read = await this.documents.whole(this.database, entityType, key);
    const stamp = read && stampOf(read);
    return read && stamp && { row: { ...read.row, deleted_by: null }, json: read.json, stamp };
  }

  private async changeKnown(
    { actor, entityType }: ByType,
    { row, json, stamp }: KnownEntity,
    next: Next,
  ): Promise<{ readonly entity: KnownEntity; readonly answer: EntityAnswer } | undefined> {
    const context = { tx: NO_TRANSACTION, actor, entityType };
    const current = JSON.parse(json) as EntityDocument;
    const body = await next(context, { locked: row, current });
    const plan = body && (await this.planned(context, body));
    if (!plan) return undefined;
    const previous = plan.previous === current ? json : JSON.stringify(plan.previous);
    const made = await this.changes.make({ actor, entityType, plan, stamp, previous });
    if (!made) return undefined;
    const { draft, version } = plan;
    const now = nextDocument(draft, current, { version, updatedAt: made.at, updatedBy: actor.name });
    return {
      entity: {
        row: { ...row, version, updated_at: String(made.at) },
        json: now,
        stamp: { ...stamp, own: made.own },
      },
      answer: { json: now, id: draft.id, version: versionText(version) },
    };
  }

  /** Undefined where nothing is changed, or more than attributes. @throws {AsksDatabase} @throws {AppError} */
  private async planned(context: WriteContext, body: NextBody): Promise<PlannedChange | undefined> {
    const draft = await this.drafter.draft(context, body);
    // Owners give no further right: `isPlain` asks for all of them.
    const opened = { ...body.locked, object: { id: draft.id, ownerIds: [] } };
    const plan = await this.changer.plan(context, draft, opened, body.current);
    if (!plan || !this.changer.isWholeChange(plan)) return undefined;
    await this.changer.tellObservers(context, plan);
    return plan;
  }

  /** Whether the rights rest on no entity, and what is written and shown of one of the type on nothing but the rows of its stamp. */
  private isPlain({ actor, entityType }: ByType): boolean {
    const { type, traits } = entityType;
    const { prepare, written, received, unshown } = this.behaviours.of(type);
    return (
      traits.asset === true &&
      !prepare &&
      !written &&
      !received &&
      !unshown &&
      changeStatement(entityType) !== undefined &&
      !this.visibility.hidesFrom(actor) &&
      ['ViewBasic' as const, ...EDIT_OPERATIONS].every(
        (operation) => this.access.scope(actor, operation, type) === 'all',
      )
    );
  }
}

const placeOf = ({ type }: EntityType, key: EntityKey): string =>
  'id' in key ? `${type} id ${key.id}` : `${type} fqn ${key.fqn}`;

/** The parts of a whole stamp; undefined where it says nothing. */
function stampOf({ stamp }: WholeEntity): Stamp | undefined {
  if (stamp === null) return undefined;
  const at = stamp.indexOf(' ');
  return { own: stamp.slice(0, at), surroundings: stamp.slice(at + 1) };
}

/** The body with the entity's own parents, which it names, as references: they need not be looked up. */
function withParentsOf({ parents }: EntityType, received: CheckedBody, current: EntityDocument): CheckedBody {
  const own = parents.filter(({ property }) => received.body[property] !== undefined);
  const references = Object.fromEntries(own.map(({ property }) => [property, current[property]]));
  return { ...received, body: { ...received.body, ...references } };
}

/** What the general way does, or refuses in its own order and words. */
function isForGeneralWay(error: unknown): boolean {
  if (error instanceof AppError) return error.code !== 'SERVICE_UNAVAILABLE';
  return error instanceof AsksDatabase || isOfAValue(error);
}
