import { Database, query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { RunRepository, type ContractRun } from '../runs/request/run.repository';
import { batchNoticeSql } from './batch.repository';
import type { Evidence } from '../readings/evidence';
import type { FeedPayload } from '../runs/job-types';

/** Runs created per transaction: it takes about 10 ms, during which other writers of these contracts wait. */
const BLOCK = 200;

/** A block of runs that was created. */
export interface FedBlock {
  /** Runs of contracts, in batch order, including runs that were already queued. */
  readonly runs: readonly ContractRun[];
  /** Contracts of the batch that have no run yet. */
  readonly left: number;
}

interface OpenBatch {
  readonly fed: number;
  readonly total: number;
  readonly requested_by: string;
  readonly evidence: Evidence;
}

interface Item {
  readonly position: number;
  readonly contract: string;
}

/** Batch persistence used by workers. */
@Injectable()
export class BatchFeedRepository {
  constructor(
    private readonly database: Database,
    private readonly runs: RunRepository,
  ) {}

  /**
   * Creates the runs of the next block, all or none. Undefined if another worker has created it, or the batch is
   * cancelled or deleted.
   */
  feed({ batch, generation }: FeedPayload): Promise<FedBlock | undefined> {
    return this.database.transaction(async (tx) => {
      const [open] = await query<OpenBatch>(tx, TAKE, [batch, generation]);
      if (!open) return undefined;
      const items = await query<Item>(tx, ITEMS, [batch, open.fed, open.fed + BLOCK]);
      const requests = items.map(({ contract }) => ({ contract, requestedBy: open.requested_by }));
      const runs = await this.runs.request(tx, requests, { trigger: 'batch', lane: 'batch', evidence: open.evidence });
      await this.saveRuns(tx, batch, items, runs);
      return { runs: [...runs.values()], left: open.total - open.fed - items.length };
    });
  }

  /**
   * Batches whose next block has been due for a while. The delay before re-dispatching a batch grows with the number
   * of dispatches.
   */
  async takeForgotten(limit: number): Promise<(FeedPayload & { readonly dispatches: number })[]> {
    return this.database.query<FeedPayload & { readonly dispatches: number }>(TAKE_FORGOTTEN, [limit]);
  }

  private async saveRuns(
    tx: Transaction,
    batch: string,
    items: readonly Item[],
    runs: ReadonlyMap<string, ContractRun>,
  ): Promise<void> {
    const found = items.map(({ contract }) => runs.get(contract));
    await query(tx, SAVE_RUNS, [
      batch,
      items.map(({ position }) => position),
      found.map((one) => one?.resultId ?? null),
      found.map((one) => one !== undefined && !one.joined),
      items.length,
    ]);
  }
}

const TAKE = `
  update validation_batch
     set generation = generation + 1, rings = 0, ring_at = clock_timestamp() + interval '10 s'
   where id = $1 and generation = $2 and cancelled_at is null and fed < total
  returning fed, total, requested_by, evidence`;

const ITEMS = `
  select position, contract::text from validation_batch_item
   where batch = $1 and position > $2 and position <= $3 order by position`;

// A contract without a run was deleted after the batch was requested.
const SAVE_RUNS = `
  with items as (
    update validation_batch_item i
       set result_id = f.result_id, own = f.own, status = case when f.result_id is null then 'Aborted' else 'Queued' end
      from unnest($2::int[], $3::uuid[], $4::boolean[]) f (position, result_id, own)
     where i.batch = $1 and i.position = f.position),
  fed as (update validation_batch set fed = fed + $5::int where id = $1 returning id)
  select ${batchNoticeSql('id')}::text as told from fed`;

const TAKE_FORGOTTEN = `
  with forgotten as (
    select id from validation_batch where fed < total and cancelled_at is null and ring_at < statement_timestamp()
     order by ring_at limit $1 for update skip locked)
  update validation_batch b
     set rings = rings + 1, ring_at = clock_timestamp() + least(20, 2 * (rings + 1)) * interval '1 s'
    from forgotten where b.id = forgotten.id
  returning b.id::text as batch, b.generation, b.rings as dispatches`;
