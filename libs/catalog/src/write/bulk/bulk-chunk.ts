import { AccessControl } from '@app/auth';
import { AppError, EDIT_OPERATIONS, PageRoom } from '@app/common';
import { isRepeatable, query, violatedIndex, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { EntityDocuments } from '../../read/entity-documents';
import type { EntityAnswer } from '../../read/entity-reader';
import { allFields } from '../../read/field-list';
import { inTransaction } from '../../read/queryable';
import { requireNoGrowth } from '../../schema/no-growth';
import { endChanges, OtherEnds } from '../access/other-ends';
import { requirePlace, requireMayGive } from '../granting';
import { UnseenParts } from '../access/unseen-parts';
import { WriteAccess, type OpenedEntity } from '../access/write-access';
import { EntityBehaviours, type EntityDocument } from '../entity-behaviour';
import { EntityChanger, type PlannedChange } from '../entity-changer';
import type { EntityDraft, WriteContext } from '../entity-draft';
import { DraftBuilder, type DraftedBody } from '../draft-builder';
import { ReferenceResolver, type Place } from '../references/reference-resolver';
import { EntityWriteRepository, type LockedEntity } from '../entity-write.repository';
import { EntityWriter } from '../entity-writer';
import type { BulkRow, Outcomes } from './bulk-outcome';

/** A row whose entity has a place. `locked`: the entity, if it exists. */
interface PlacedRow {
  readonly row: BulkRow;
  readonly place: Place;
  readonly locked: LockedEntity | undefined;
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
  async together(context: WriteContext, rows: readonly BulkRow[]): Promise<Outcomes> {
    // A behaviour that queries the database per draft may have side effects before it rejects one.
    if (this.behaviours.of(context.entityType.type).prepare) return this.oneByOne(context, rows);
    const outcomes: Outcomes = new Map();
    const placed = await this.place(context, rows, outcomes);
    const live = placed.filter(({ locked }) => locked?.deleted_by === null);
    const fitting = await this.withinRoom(context, live);
    await this.insert(
      context,
      placed.filter(({ locked }) => !locked),
      outcomes,
    );
    await this.change(context, fitting, outcomes);
    const left = rows.filter(({ at }) => !outcomes.has(at));
    for (const [at, outcome] of await this.oneByOne(context, left)) outcomes.set(at, outcome);
    return outcomes;
  }

  /** As many existing entities as can be read together: up to 16 MiB of documents. */
  private async withinRoom(
    { tx, entityType }: WriteContext,
    live: readonly PlacedRow[],
  ): Promise<readonly PlacedRow[]> {
    if (live.length <= ALWAYS_FIT) return live;
    const ids = live.map(({ locked }) => locked?.id ?? '');
    const sizes = await this.documents.sizes(inTransaction(tx), ids, allFields(entityType));
    const room = new PageRoom();
    return live.filter((_, i) => room.take(sizes.get(ids[i] as string) ?? 0));
  }

  /**
   * Each row in its own savepoint, in the order sent. The order is arbitrary and each row keeps its locks, so only one such
   * transaction of a type may run at a time; two with the same rows could deadlock.
   */
  async oneByOne(context: WriteContext, rows: readonly BulkRow[]): Promise<Outcomes> {
    const { tx, entityType } = context;
    const outcomes: Outcomes = new Map();
    if (rows.length) await query(tx, `select pg_advisory_xact_lock(hashtext($1))`, [`bulk ${entityType.type}`]);
    let last: EntityAnswer | undefined;
    for (const { at, received } of rows) {
      const put = (): ReturnType<EntityWriter['putIn']> =>
        behindSavepoint(tx, () => this.writer.putIn(context, received, undefined, last));
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
  private async place(context: WriteContext, rows: readonly BulkRow[], outcomes: Outcomes): Promise<PlacedRow[]> {
    const bodies = rows.map(({ received }) => received.body);
    const { places, locked } = await this.resolver.open(context, bodies);
    const byFqn = new Map<string, PlacedRow>();
    for (const [i, place] of places.entries()) {
      const row = rows[i] as BulkRow;
      if (place instanceof AppError) keepRefusal(outcomes, row, place);
      else if (!byFqn.has(place.fqn)) byFqn.set(place.fqn, { row, place, locked: locked.get(place.fqn) });
    }
    return [...byFqn.values()];
  }

  private async insert(context: WriteContext, fresh: readonly PlacedRow[], outcomes: Outcomes): Promise<void> {
    const { tx, actor, entityType } = context;
    const creating: PlacedRow[] = [];
    for (const one of fresh) {
      await settle(outcomes, one.row, () => {
        this.access.require(actor, ['Create'], entityType.type);
        requireNoGrowth(entityType, one.row.received.excesses);
        creating.push(one);
      });
    }
    const drafted = await this.drafted(context, creating, outcomes);
    const judged: DraftedRow[] = [];
    const ends: PlannedChange['ends'][number][] = [];
    for (const { row, draft } of drafted) {
      await settle(outcomes, row, async () => {
        requireMayGive(this.access, actor, draft);
        await requirePlace(context, this.access, draft);
        ends.push(...(await this.ends.open(context, draft, endChanges(entityType, draft.relations))));
        judged.push({ row, draft });
      });
    }
    if (!judged.length) return;
    const drafts = judged.map(({ draft }) => draft);
    await this.ends.around(context, ends, () => this.store.insert(context, drafts));
    for (const { row, draft } of judged) {
      await this.behaviours.of(entityType.type).written?.(tx, actor, draft);
      outcomes.set(row.at, { created: true, changed: true, id: draft.id, fqn: draft.fqn });
    }
  }

  /** Sorted by name, so that concurrent writers of the same rows lock in the same order and cannot deadlock. */
  private async drafted(
    context: WriteContext,
    creating: readonly PlacedRow[],
    outcomes: Outcomes,
  ): Promise<DraftedRow[]> {
    const bodies = creating.map(({ row, place }) => ({ received: structuredClone(row.received), place }));
    const drafts = bodies.length ? await this.drafter.drafts(context, bodies) : [];
    const drafted = drafts.flatMap((draft, i) => {
      const { row } = creating[i] as PlacedRow;
      if (!(draft instanceof AppError)) return [{ row, draft }];
      keepRefusal(outcomes, row, draft);
      return [];
    });
    return drafted.sort((a, b) => (a.draft.fqn < b.draft.fqn ? -1 : 1));
  }

  private async change(context: WriteContext, live: readonly PlacedRow[], outcomes: Outcomes): Promise<void> {
    const { entityType } = context;
    const found = await this.open(context, live, outcomes);
    const { opened, bodies } = await this.merged(context, found, outcomes);
    const drafts = bodies.length ? await this.drafter.drafts(context, bodies) : [];
    const plans: PlannedChange[] = [];
    for (const [i, draft] of drafts.entries()) {
      const { row, entity } = opened[i] as OpenedRow;
      const { current = {} } = bodies[i] as DraftedBody;
      await settle(outcomes, row, async () => {
        if (draft instanceof AppError) throw draft;
        requireNoGrowth(entityType, row.received.excesses, current);
        const plan = await this.changer.plan(context, draft, entity, current);
        if (plan) plans.push(plan);
        outcomes.set(row.at, { created: false, changed: plan !== undefined, id: entity.id, fqn: draft.fqn });
      });
    }
    if (plans.length) await this.changer.write(context, plans);
  }

  /** Existing entities visible to the actor, who has some write permission. */
  private async open(context: WriteContext, live: readonly PlacedRow[], outcomes: Outcomes): Promise<OpenedRow[]> {
    const entities = live.flatMap(({ locked }) => locked ?? []);
    const opened = await this.writeAccess.openAll(context, entities, EDIT_OPERATIONS);
    return live.flatMap(({ row, place }) => {
      const entity = opened.get(place.fqn) as OpenedEntity | AppError;
      if (!(entity instanceof AppError)) return [{ row, place, entity }];
      outcomes.set(row.at, { error: entity });
      return [];
    });
  }

  /** The bodies with which the existing entities are replaced. */
  private async merged(
    context: WriteContext,
    found: readonly OpenedRow[],
    outcomes: Outcomes,
  ): Promise<{ opened: OpenedRow[]; bodies: DraftedBody[] }> {
    const { tx, entityType } = context;
    const ids = found.map(({ entity }) => entity.id);
    const documents = await this.documents.several(inTransaction(tx), entityType, ids, allFields(entityType));
    const currents = ids.map((id) => JSON.parse(documents.get(id)?.json ?? '{}') as EntityDocument);
    const sent = found.map(({ row }) => row.received.body);
    const merged = await this.unseen.mergedPuts(context, currents, sent);
    const opened: OpenedRow[] = [];
    const bodies: DraftedBody[] = [];
    for (const [i, { row, place, entity }] of found.entries()) {
      const body = merged[i] as EntityDocument | AppError;
      if (body instanceof AppError) outcomes.set(row.at, { error: body });
      else {
        opened.push({ row, place, entity });
        bodies.push({
          received: { ...row.received, body },
          place,
          locked: entity,
          current: currents[i] as EntityDocument,
        });
      }
    }
    return { opened, bodies };
  }
}

/** A missing entity may be created by another row, so this row waits. */
function keepRefusal(outcomes: Outcomes, { at }: BulkRow, error: AppError): void {
  if (error.code !== 'NOT_FOUND') outcomes.set(at, { error });
}

/** Does the work for a row; a refusal becomes its outcome. */
async function settle(outcomes: Outcomes, { at }: BulkRow, work: () => void | Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    outcomes.set(at, { error });
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
