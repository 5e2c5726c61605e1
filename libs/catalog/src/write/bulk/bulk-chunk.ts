import { AccessControl } from '@app/auth';
import { AppError, EDIT_OPERATIONS, PageRoom } from '@app/common';
import type { Actor } from '@app/common';
import { isRepeatable, query, violatedIndex } from '@app/database';
import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityType } from '../../definition/entity-type';
import { EntityDocuments } from '../../read/entity-documents';
import type { EntityAnswer } from '../../read/entity-reader';
import { allFields } from '../../read/field-list';
import { inTransaction } from '../../read/queryable';
import { requireNoGrowth } from '../../schema/no-growth';
import { endChanges, OtherEnds } from '../access/other-ends';
import { requirePlace } from '../access/place-rights';
import { putBack, UnseenParts } from '../access/unseen-parts';
import type { Unseen } from '../access/unseen-parts';
import { WriteAccess } from '../access/write-access';
import type { OpenedEntity } from '../access/write-access';
import { withoutInherited } from '../document/inherited';
import { mergePut } from '../document/put-merge';
import { EntityBehaviours } from '../entity-behaviour';
import type { EntityDocument } from '../entity-behaviour';
import { EntityChanger } from '../entity-changer';
import type { PlannedChange } from '../entity-changer';
import type { EntityDraft } from '../entity-draft';
import { DraftBuilder } from '../draft-builder';
import type { DraftedBody } from '../draft-builder';
import { ReferenceResolver } from '../references/reference-resolver';
import type { OpenedPlaces, Place } from '../references/reference-resolver';
import { EntityWriteRepository } from '../entity-write.repository';
import type { LockedEntity } from '../entity-write.repository';
import { EntityWriter } from '../entity-writer';
import { requireMayGive } from '../granting';
import type { BulkRow, Outcomes } from './bulk-outcome';

interface PlacedRow {
  readonly row: BulkRow;
  readonly place: Place;
}

interface DraftedRow {
  readonly row: BulkRow;
  readonly draft: EntityDraft;
}

interface OpenedRow {
  readonly row: BulkRow;
  readonly place: Place;
  readonly entity: OpenedEntity;
}

/** Documents read together without checking sizes: one has at most 4 MiB. */
const ALWAYS_FIT = 4;

interface MergedBody extends DraftedBody {
  readonly current: EntityDocument;
}

/** Puts the rows of one transaction. Each method returns the outcome of a PUT for every row. */
@Injectable()
export class BulkChunk {
  constructor(
    private readonly writer: EntityWriter,
    private readonly drafter: DraftBuilder,
    private readonly resolver: ReferenceResolver,
    private readonly store: EntityWriteRepository,
    private readonly changer: EntityChanger,
    private readonly documents: EntityDocuments,
    private readonly behaviours: EntityBehaviours,
    private readonly access: AccessControl,
    private readonly writeAccess: WriteAccess,
    private readonly ends: OtherEnds,
    private readonly unseen: UnseenParts,
  ) {}

  /**
   * Writes the rows in a fixed number of statements; then, one by one, those that must wait for another row: a repeated name, a
   * reference to an entity that does not exist yet, a restore from soft deletion, or a row beyond 16 MiB of changed documents.
   * @throws errors of the database or a behaviour: the transaction cannot be used afterwards
   */
  async together(tx: Transaction, actor: Actor, entityType: EntityType, rows: readonly BulkRow[]): Promise<Outcomes> {
    // A behaviour that queries the database per draft may have side effects before it rejects one.
    if (this.behaviours.of(entityType.type).prepare) return this.oneByOne(tx, actor, entityType, rows);
    const outcomes: Outcomes = new Map();
    const { placed, locked } = await this.place(tx, actor, entityType, rows, outcomes);
    const fresh = placed.filter(({ place }) => !locked.has(place.fqn));
    const kept = await this.withinRoom(
      tx,
      entityType,
      placed.filter(({ place }) => locked.get(place.fqn)?.deleted_by === null),
      locked,
    );
    await this.insert(tx, actor, entityType, fresh, outcomes);
    await this.change(tx, actor, entityType, kept, locked, outcomes);
    const left = rows.filter(({ at }) => !outcomes.has(at));
    for (const [at, outcome] of await this.oneByOne(tx, actor, entityType, left)) outcomes.set(at, outcome);
    return outcomes;
  }

  /** As many as can be read together: up to 16 MiB of documents. */
  private async withinRoom(
    tx: Transaction,
    entityType: EntityType,
    kept: readonly PlacedRow[],
    locked: ReadonlyMap<string, LockedEntity>,
  ): Promise<readonly PlacedRow[]> {
    if (kept.length <= ALWAYS_FIT) return kept;
    const idOf = ({ place }: PlacedRow): string => (locked.get(place.fqn) as LockedEntity).id;
    const sizes = await this.documents.sizes(inTransaction(tx), kept.map(idOf), allFields(entityType));
    const room = new PageRoom();
    return kept.filter((row) => room.take(sizes.get(idOf(row)) ?? 0));
  }

  /**
   * Each row in its own savepoint, in the order sent. The order is arbitrary and each row keeps its locks, so only one such
   * transaction of a type may run at a time; two with the same rows could deadlock.
   */
  async oneByOne(tx: Transaction, actor: Actor, entityType: EntityType, rows: readonly BulkRow[]): Promise<Outcomes> {
    const outcomes: Outcomes = new Map();
    if (rows.length) await query(tx, `select pg_advisory_xact_lock(hashtext($1))`, [`bulk ${entityType.type}`]);
    let last: EntityAnswer | undefined;
    for (const { at, received } of rows) {
      const put = (): ReturnType<EntityWriter['putIn']> =>
        behindSavepoint(tx, () => this.writer.putIn(tx, actor, entityType, received, undefined, last));
      try {
        // Created by a concurrent writer between look-up and insert: retry as an update.
        const answer = await put().catch((error: unknown) =>
          violatedIndex(error) === 'entity_fqn' ? put() : Promise.reject(error as Error),
        );
        last = answer;
        const { fullyQualifiedName: fqn } = JSON.parse(answer.json) as { fullyQualifiedName: string };
        outcomes.set(at, { created: answer.created, changed: answer.changed, id: answer.id, fqn });
      } catch (error) {
        // A deadlock has aborted the transaction, which is retried from its beginning.
        if (isRepeatable(error)) throw error;
        outcomes.set(at, { error });
      }
    }
    return outcomes;
  }

  /** The rows that can be written now, each FQN once. */
  private async place(
    tx: Transaction,
    actor: Actor,
    entityType: EntityType,
    rows: readonly BulkRow[],
    outcomes: Outcomes,
  ): Promise<{ placed: PlacedRow[]; locked: OpenedPlaces['locked'] }> {
    const bodies = rows.map(({ received }) => received.body);
    const { places, locked } = await this.resolver.open(tx, actor, entityType, bodies);
    const byFqn = new Map<string, PlacedRow>();
    for (const [i, place] of places.entries()) {
      const row = rows[i] as BulkRow;
      if (!(place instanceof AppError)) {
        if (!byFqn.has(place.fqn)) byFqn.set(place.fqn, { row, place });
      } else keepRefusal(outcomes, row, place);
    }
    return { placed: [...byFqn.values()], locked };
  }

  private async insert(
    tx: Transaction,
    actor: Actor,
    entityType: EntityType,
    fresh: readonly PlacedRow[],
    outcomes: Outcomes,
  ): Promise<void> {
    const creating = fresh.filter(({ row }) =>
      passes(outcomes, row, () => {
        this.access.require(actor, ['Create'], entityType.type);
        requireNoGrowth(entityType, row.received.excesses);
      }),
    );
    const drafted = await this.drafted(tx, actor, entityType, creating, outcomes);
    const allowed = drafted.filter(({ row, draft }) =>
      passes(outcomes, row, () => requireMayGive(this.access, actor, draft)),
    );
    const { judged, ends } = await this.judgedEnds(tx, actor, allowed, outcomes);
    if (!judged.length) return;
    const drafts = judged.map(({ draft }) => draft);
    await this.ends.around(tx, actor, ends, () => this.store.insert(tx, entityType, drafts, actor.name));
    for (const { row, draft } of judged) {
      await this.behaviours.of(entityType.type).written?.(tx, actor, draft);
      outcomes.set(row.at, { created: true, changed: true, id: draft.id, fqn: draft.fqn });
    }
  }

  /** Rows whose other ends the actor may edit. */
  private async judgedEnds(
    tx: Transaction,
    actor: Actor,
    drafted: readonly DraftedRow[],
    outcomes: Outcomes,
  ): Promise<{ judged: DraftedRow[]; ends: PlannedChange['ends'] }> {
    const judged: DraftedRow[] = [];
    const ends: PlannedChange['ends'][] = [];
    for (const { row, draft } of drafted) {
      const changes = endChanges(draft.entityType, draft.relations);
      try {
        await requirePlace(tx, this.access, actor, draft);
        ends.push(await this.ends.open(tx, actor, draft, changes));
        judged.push({ row, draft });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        outcomes.set(row.at, { error });
      }
    }
    return { judged, ends: ends.flat() };
  }

  /** Sorted by name, so that concurrent writers of the same rows lock in the same order and cannot deadlock. */
  private async drafted(
    tx: Transaction,
    actor: Actor,
    entityType: EntityType,
    creating: readonly PlacedRow[],
    outcomes: Outcomes,
  ): Promise<DraftedRow[]> {
    const bodies = creating.map(({ row, place }) => ({ received: structuredClone(row.received), place }));
    const drafts = bodies.length ? await this.drafter.drafts(tx, actor, entityType, bodies) : [];
    const drafted = drafts.flatMap((draft, i) => {
      const { row } = creating[i] as PlacedRow;
      if (!(draft instanceof AppError)) return [{ row, draft }];
      keepRefusal(outcomes, row, draft);
      return [];
    });
    return drafted.sort((a, b) => (a.draft.fqn < b.draft.fqn ? -1 : 1));
  }

  private async change(
    tx: Transaction,
    actor: Actor,
    entityType: EntityType,
    kept: readonly PlacedRow[],
    locked: ReadonlyMap<string, LockedEntity>,
    outcomes: Outcomes,
  ): Promise<void> {
    const opened = await this.open(tx, actor, entityType, kept, locked, outcomes);
    const bodies = await this.merged(tx, actor, entityType, opened);
    const drafts = bodies.length ? await this.drafter.drafts(tx, actor, entityType, bodies) : [];
    const plans: PlannedChange[] = [];
    for (const [i, draft] of drafts.entries()) {
      const { row, entity } = opened[i] as OpenedRow;
      const { current } = bodies[i] as MergedBody;
      try {
        if (draft instanceof AppError) throw draft;
        requireNoGrowth(entityType, row.received.excesses, current);
        const plan = await this.changer.plan(tx, actor, draft, entity, current);
        if (plan) plans.push(plan);
        outcomes.set(row.at, { created: false, changed: plan !== undefined, id: entity.id, fqn: draft.fqn });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        outcomes.set(row.at, { error });
      }
    }
    if (plans.length) await this.changer.write(tx, actor, entityType, plans);
  }

  /** Existing entities visible to the actor, who has some write permission. */
  private async open(
    tx: Transaction,
    actor: Actor,
    entityType: EntityType,
    kept: readonly PlacedRow[],
    locked: ReadonlyMap<string, LockedEntity>,
    outcomes: Outcomes,
  ): Promise<OpenedRow[]> {
    const entities = kept.map(({ place }) => locked.get(place.fqn) as LockedEntity);
    const opened = await this.writeAccess.openAll(tx, actor, entityType, entities, EDIT_OPERATIONS);
    return kept.flatMap(({ row, place }) => {
      const entity = opened.get(place.fqn) as OpenedEntity | AppError;
      if (!(entity instanceof AppError)) return [{ row, place, entity }];
      outcomes.set(row.at, { error: entity });
      return [];
    });
  }

  /** Applies PUT semantics to existing entities. */
  private async merged(
    tx: Transaction,
    actor: Actor,
    entityType: EntityType,
    opened: readonly OpenedRow[],
  ): Promise<MergedBody[]> {
    const ids = opened.map(({ entity }) => entity.id);
    const documents = await this.documents.several(inTransaction(tx), entityType, ids, allFields(entityType));
    const currents = opened.map(({ entity }) => JSON.parse(documents.get(entity.id)?.json ?? '{}') as EntityDocument);
    const unseen = await this.unseen.of(tx, actor, entityType, currents);
    return opened.map(({ row, place, entity }, i) => {
      const current = currents[i] as EntityDocument;
      const own = withoutInherited(entityType, current);
      const body = mergePut(entityType, own, structuredClone(row.received.body));
      putBack(entityType, body, own, { ...(unseen[i] as Unseen), labels: new Set() });
      return { received: { ...row.received, body }, place, locked: entity, current };
    });
  }
}

/** A missing entity may be created by another row, so this row waits. */
function keepRefusal(outcomes: Outcomes, { at }: BulkRow, error: AppError): void {
  if (error.code !== 'NOT_FOUND') outcomes.set(at, { error });
}

function passes(outcomes: Outcomes, { at }: BulkRow, check: () => void): boolean {
  try {
    check();
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    outcomes.set(at, { error });
    return false;
  }
}

async function behindSavepoint<T>(tx: Transaction, work: () => Promise<T>): Promise<T> {
  await query(tx, 'savepoint bulk_row');
  try {
    const done = await work();
    await query(tx, 'release savepoint bulk_row');
    return done;
  } catch (error) {
    if (!isRepeatable(error)) await query(tx, 'rollback to savepoint bulk_row');
    throw error;
  }
}
