import { AccessControl } from '@app/auth';
import { AppError, CacheMemory, EDIT_OPERATIONS, RevalidatingCache, type Actor } from '@app/common';
import { Database, isOfAValue, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityType } from '../../definition/entity-type';
import { versionText, type EntityAnswer } from '../../read/entity-answer';
import { EntityDocuments } from '../../read/entity-documents';
import type { EntityKey, WholeRow } from '../../read/entity.repository';
import { Visibility } from '../../visibility/visibility';
import { partsOfStamp, type Stamp } from '../../read/whole-stamp';
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
import { ConditionalChanges } from './conditional-changes';

/** What was to be planned in the process alone needs the database, and so a transaction. */
class NeedsTransaction extends Error {}

/** Stands in for a transaction where nothing is to be asked: whatever is done with it throws {@link NeedsTransaction}. */
const NO_TRANSACTION = new Proxy(
  {},
  {
    get(): never {
      throw new NeedsTransaction('The database was asked');
    },
  },
) as Transaction;

/**
 * An entity as it was read or written last: its row, its document with all fields, and the versions of the rows that this follows from. Of
 * one that was written also the digest of its row.
 */
interface KnownEntity {
  readonly row: LockedEntity;
  readonly json: string;
  readonly stamp: Stamp;
  readonly digest?: Uint8Array;
}

/** A change, and the document that it was planned on. */
interface Planned {
  readonly plan: PlannedChange;
  readonly current: EntityDocument;
}

/** Who changes entities of which type. */
interface ByType {
  readonly actor: Actor;
  readonly entityType: EntityType;
}

/** What the entity is to become, from what it is. @throws {NeedsTransaction} @throws {AppError} */
type Next = (context: WriteContext, stored: StoredEntity) => Promise<NextBody>;

/** The entity after the request, which may have left it as it was. */
export interface KnownAnswer {
  readonly answer: EntityAnswer;
  readonly isChanged: boolean;
}

/**
 * Changes of attributes of assets without a transaction that is held while the change is planned: it is planned on the entity as it was
 * read or written last, and one statement writes it where all that it was planned on is still the same (ADR 115). Whatever is otherwise than
 * expected, and all that is refused, goes the general way.
 */
@Injectable()
export class KnownChanges {
  private readonly cache: RevalidatingCache<KnownEntity>;

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
    memory: CacheMemory,
  ) {
    this.cache = new RevalidatingCache(memory, {
      name: 'changes',
      sizeOf: ({ json, stamp }) => json.length + stamp.surroundings.length,
    });
  }

  /** Undefined, and nothing is written: the PUT creates, changes more than attributes, or is refused. */
  async put(by: ByType, received: CheckedBody, precondition: Precondition): Promise<KnownAnswer | undefined> {
    const { entityType } = by;
    const fqn = this.isPlain(by) ? this.repeated.fqnOf(by, received) : undefined;
    if (fqn === undefined) return undefined;
    const next: Next = (context, stored) =>
      this.merger.ofPut(context, withParentsOf(entityType, received, stored.current), stored);
    return this.change(by, { fqn }, bodyKeys(entityType, received.body), precondition, next);
  }

  /** Undefined, and nothing is written: the patch changes more than attributes, or is refused. */
  async patch(
    by: ByType,
    key: EntityKey,
    operations: readonly PatchOperation[],
    precondition: Precondition,
    options: PatchOptions,
  ): Promise<KnownAnswer | undefined> {
    if (!this.isPlain(by)) return undefined;
    const next: Next = (context, stored) => this.merger.ofPatch(context, operations, stored, options);
    return this.change(by, key, [writerKey(by.entityType.type, key)], precondition, next);
  }

  private change(
    by: ByType,
    key: EntityKey,
    keys: readonly string[],
    precondition: Precondition,
    next: Next,
  ): Promise<KnownAnswer | undefined> {
    const place = placeOf(by.entityType, key);
    const attempt = async (entity: KnownEntity, isRead: boolean): Promise<KnownAnswer | undefined> => {
      if (!isVersion(precondition, entity.row.version)) return undefined;
      const planned = await this.planned(by, entity, next);
      // What is cached may not be valid any more.
      if (!planned) return isRead ? { answer: answerOf(entity), isChanged: false } : undefined;
      const changed = await this.make(by, entity, planned);
      if (!changed) return undefined;
      this.cache.put(place, { value: changed, version: changed.stamp.own, sight: 'all' });
      return { answer: answerOf(changed), isChanged: true };
    };
    return this.database
      .oneAtATime(keys, async () => {
        const known = await this.cache.attempt(place, (entity) => attempt(entity, false));
        if (known) return known;
        const read = await this.read(by, key);
        return read && attempt(read, true);
      })
      .catch((error: unknown) => (isForGeneralWay(error) ? undefined : Promise.reject(error as Error)));
  }

  private async read({ entityType }: ByType, key: EntityKey): Promise<KnownEntity | undefined> {
    const read = await this.documents.whole(this.database, entityType, key);
    if (!read || read.stamp === null) return undefined;
    return { row: lockedOf(read.row), json: read.json, stamp: partsOfStamp(read.stamp) };
  }

  /** Undefined where nothing is changed. @throws {NeedsTransaction} @throws {AppError} */
  private async planned({ actor, entityType }: ByType, entity: KnownEntity, next: Next): Promise<Planned | undefined> {
    const context = { tx: NO_TRANSACTION, actor, entityType };
    const current = JSON.parse(entity.json) as EntityDocument;
    const body = await next(context, { locked: entity.row, current });
    const draft = await this.drafter.draft(context, body);
    // Owners give no further right: `isPlain` asks for all of them.
    const opened = { ...entity.row, object: { id: draft.id, ownerIds: [] } };
    const plan = await this.changer.plan(context, draft, opened, current);
    if (!plan) return undefined;
    if (!this.changer.isWholeChange(plan)) throw new NeedsTransaction('More than attributes are changed');
    await this.changer.tellObservers(context, plan);
    return { plan, current };
  }

  /** The entity as it is then; undefined where it is not as it was known. */
  private async make(
    { actor, entityType }: ByType,
    { row, json, stamp, digest }: KnownEntity,
    { plan, current }: Planned,
  ): Promise<KnownEntity | undefined> {
    const previous = plan.previous === current ? json : JSON.stringify(plan.previous);
    const made = await this.changes.make({ actor, entityType, plan, stamp, digest, previous });
    if (!made) return undefined;
    const { draft, version } = plan;
    return {
      row: { ...row, version, updated_at: String(made.at) },
      json: nextDocument(draft, current, { version, updatedAt: made.at, updatedBy: actor.name }),
      stamp: { ...stamp, own: made.own },
      digest: made.digest,
    };
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
      this.visibility.sightOf(actor) === 'all' &&
      ['ViewBasic' as const, ...EDIT_OPERATIONS].every(
        (operation) => this.access.scope(actor, operation, type) === 'all',
      )
    );
  }
}

const answerOf = ({ row: { id, version }, json }: KnownEntity): EntityAnswer => ({
  json,
  id,
  version: versionText(version),
});

const placeOf = ({ type }: EntityType, key: EntityKey): string =>
  'id' in key ? `${type} id ${key.id}` : `${type} fqn ${key.fqn}`;

/** Without what was read beside it, which the document holds. */
function lockedOf({ node, id, name, fqn, parent, root, version, updated_at }: WholeRow): LockedEntity {
  return { node, id, name, fqn, parent, root, version, updated_at, deleted_by: null };
}

/** The body with the entity's own parents, which it names, as references: they need not be looked up. @throws {NeedsTransaction} */
function withParentsOf(entityType: EntityType, received: CheckedBody, current: EntityDocument): CheckedBody {
  const { parents } = entityType;
  if (!keepsParents(entityType, received.body, current)) throw new NeedsTransaction('Other parents are named');
  const own = parents.filter(({ property }) => received.body[property] !== undefined);
  const references = Object.fromEntries(own.map(({ property }) => [property, current[property]]));
  return { ...received, body: { ...received.body, ...references } };
}

/** What the general way does, or refuses in its own order and words. */
function isForGeneralWay(error: unknown): boolean {
  if (error instanceof AppError) return error.code !== 'SERVICE_UNAVAILABLE';
  return error instanceof NeedsTransaction || isOfAValue(error);
}
