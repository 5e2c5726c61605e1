import { AccessControl } from '@app/auth';
import { AppError, groupBy } from '@app/common';
import { behindSavepoint, isRepeatable, query, violatedIndex } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { WriteAnswer } from '../write-answer';
import { requireNoGrowth } from '../../schema/no-growth';
import { endChanges, OtherEnds } from '../access/other-ends';
import { requireCreation, requirePlace } from '../granting';
import { copyOf } from '../plan/draft';
import { requireMayGive } from '../plan/rights';
import { EntityBehaviours } from '../entity-behaviour';
import type { PlannedChange } from '../entity-changer';
import type { EntityDraft, WriteContext } from '../entity-draft';
import { DraftBuilder } from '../draft-builder';
import { ReferenceResolver } from '../references/reference-resolver';
import { EntityWriteRepository } from '../entity-write.repository';
import { PendingWrite } from '../gate/pending-write';
import { LockedCommit } from '../commit/locked-commit';
import { BulkChanges } from './bulk-changes';
import { settle, type BulkOutcome, type BulkRow, type Outcomes, type LocatedRow } from './bulk-outcome';

interface DraftedRow {
  readonly row: BulkRow;
  readonly draft: EntityDraft;
}

/** Puts the rows of one transaction. Each method returns the outcome of a PUT for every row. */
@Injectable()
export class BulkChunk {
  constructor(
    private readonly locked: LockedCommit,
    private readonly drafter: DraftBuilder,
    private readonly resolver: ReferenceResolver,
    private readonly store: EntityWriteRepository,
    private readonly changes: BulkChanges,
    private readonly behaviours: EntityBehaviours,
    private readonly access: AccessControl,
    private readonly ends: OtherEnds,
  ) {}

  /**
   * Writes the rows in a number of statements that does not grow with them, several rows of one entity as its versions; then, one by
   * one, those that must wait for another row: a reference to an entity that does not exist yet, a row behind one that changed the
   * references or the parent of its entity, or a restore from soft deletion.
   * @throws errors of the database or a behaviour: the transaction cannot be used afterwards
   */
  async together(context: WriteContext, rows: readonly BulkRow[], isStrict?: boolean): Promise<Outcomes> {
    // A behaviour that queries the database per draft may have side effects before it rejects one.
    if (this.behaviours.of(context.entityType.type).prepare) return this.oneByOne(context, rows, isStrict);
    const outcomes: Outcomes = new Map();
    const located = await this.location(context, rows, outcomes);
    const fresh = located.filter(([first]) => !first?.locked);
    const behind = await this.insert(context, fresh, outcomes);
    await this.changes.change(context, located.filter(isLive), outcomes);
    if (behind.length) {
      const known = await this.location(context, behind, outcomes);
      await this.changes.change(context, known.filter(isLive), outcomes);
    }
    const left = rows.filter(({ at }) => !outcomes.has(at));
    for (const [at, outcome] of await this.oneByOne(context, left)) outcomes.set(at, outcome);
    return outcomes;
  }

  /**
   * Each row in its own savepoint, in the order sent. The order is arbitrary and each row retains its locks, so only one such
   * transaction of a type may run at a time; two with the same rows could deadlock.
   */
  async oneByOne(context: WriteContext, rows: readonly BulkRow[], isStrict?: boolean): Promise<Outcomes> {
    const { tx, entityType } = context;
    const outcomes: Outcomes = new Map();
    if (rows.length) await query(tx, `select pg_advisory_xact_lock(hashtext($1))`, [`bulk ${entityType.type}`]);
    let last: WriteAnswer | undefined;
    for (const { at, received } of rows) {
      const put = (): ReturnType<LockedCommit['putIn']> =>
        behindSavepoint(tx, () => this.locked.putIn(context, received, undefined, last));
      try {
        const answer = await put().catch(async (error: unknown) => {
          const isDelay = error instanceof PendingWrite && error.isDelay;
          if (isDelay) await behindSavepoint(tx, () => error.keep(tx));
          // Created by a concurrent writer between look-up and insert: retry as an update.
          else if (violatedIndex(error) !== 'entity_fqn') throw error;
          return put();
        });
        last = answer;
        const { fullyQualifiedName: fqn } = JSON.parse(answer.json) as { fullyQualifiedName: string };
        outcomes.set(at, { created: answer.created, changed: answer.changed, id: answer.id, fqn });
      } catch (error) {
        // A deadlock has aborted the transaction, which is retried from its beginning.
        if (isRepeatable(error)) throw error;
        const isKept = error instanceof PendingWrite && !isStrict;
        outcomes.set(at, isKept ? await this.kept(context, error) : { error });
      }
    }
    return outcomes;
  }

  /** The outcome of a row that a rule of its type makes pending. Its locks went with its savepoint: concurrent changes are refused. */
  private async kept({ tx }: WriteContext, held: PendingWrite): Promise<BulkOutcome> {
    const { id, fqn } = held.entity;
    try {
      const kept = await behindSavepoint(tx, () => held.keep(tx));
      return kept ? { created: false, changed: false, id, fqn, kept } : { error: held };
    } catch (error) {
      if (isRepeatable(error) || !(error instanceof AppError)) throw error;
      return { error };
    }
  }

  /** The rows that can be written now, by entity, in the order sent. */
  private async location(context: WriteContext, rows: readonly BulkRow[], outcomes: Outcomes): Promise<LocatedRow[][]> {
    const bodies = rows.map(({ received }) => received.body);
    const { locations, locked } = await this.resolver.open(context, bodies);
    const located = locations.flatMap((location, i): LocatedRow[] => {
      const row = rows[i] as BulkRow;
      if (!(location instanceof AppError)) return [{ row, location, locked: locked.get(location.fqn) }];
      keepRefusal(outcomes, row, location);
      return [];
    });
    return [...groupBy(located, ({ location }) => location.fqn).values()];
  }

  /** Makes each entity by its first row that is not refused. @returns the rows behind it */
  private async insert(
    context: WriteContext,
    fresh: readonly (readonly LocatedRow[])[],
    outcomes: Outcomes,
  ): Promise<BulkRow[]> {
    const behind: BulkRow[] = [];
    for (let open = fresh; open.length;) {
      const firsts = open.flatMap(([first]) => first ?? []);
      await this.insertFirst(context, firsts, outcomes);
      const next: (readonly LocatedRow[])[] = [];
      for (const [first, ...others] of open) {
        const outcome = first && outcomes.get(first.row.at);
        if (!outcome || !others.length) continue;
        if ('error' in outcome) next.push(others);
        else behind.push(...others.map(({ row }) => row));
      }
      open = next;
    }
    return behind;
  }

  private async insertFirst(context: WriteContext, fresh: readonly LocatedRow[], outcomes: Outcomes): Promise<void> {
    const { tx, actor, entityType } = context;
    const creating: LocatedRow[] = [];
    for (const one of fresh) {
      await settle(outcomes, one.row, async () => {
        await requireCreation(context, this.access, one.location);
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
    creating: readonly LocatedRow[],
    outcomes: Outcomes,
  ): Promise<DraftedRow[]> {
    const bodies = creating.map(({ row, location }) => ({ received: copyOf(row.received), location }));
    const drafts = bodies.length ? await this.drafter.drafts(context, bodies) : [];
    const drafted = drafts.flatMap((draft, i) => {
      const { row } = creating[i] as LocatedRow;
      if (!(draft instanceof AppError)) return [{ row, draft }];
      keepRefusal(outcomes, row, draft);
      return [];
    });
    return drafted.sort((a, b) => (a.draft.fqn < b.draft.fqn ? -1 : 1));
  }
}

/** Whether the entity of the rows exists and is not soft-deleted. */
function isLive([first]: readonly LocatedRow[]): boolean {
  return first?.locked?.deleted_by === null;
}

/** A missing entity may be created by another row, so this row waits. */
function keepRefusal(outcomes: Outcomes, { at }: BulkRow, error: AppError): void {
  if (error.code !== 'NOT_FOUND') outcomes.set(at, { error });
}
