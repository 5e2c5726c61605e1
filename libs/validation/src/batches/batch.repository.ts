import type { Condition } from '@app/catalog';
import { Database, query, type Transaction } from '@app/database';
import type { ExecutionStatus, FoundContract } from '@app/results';
import { Injectable } from '@nestjs/common';
import type { Evidence } from '../readings/evidence';

/** Notification channel for batch changes; the payload is the batch id. The trigger on results also notifies it. */
export const BATCH_CHANNEL = 'validation_batch';

/** SQL that notifies of a batch change; the argument is an expression of type uuid. */
export const batchNoticeSql = (id: string) => `pg_notify('${BATCH_CHANNEL}', ${id}::text)`;

export interface BatchProgress {
  readonly id: string;
  readonly total: number;
  /** Number of contracts by run status; statuses without contracts are omitted. */
  readonly byStatus: Partial<Record<ExecutionStatus, number>>;
  readonly cancelled: boolean;
  /** Epoch ms. */
  readonly createdAt: number;
  readonly requestedBy: string;
}

interface BatchRow extends Omit<BatchProgress, 'byStatus' | 'createdAt'> {
  readonly fed: number;
  readonly created_at: string;
  readonly counts: Partial<Record<ExecutionStatus, number>> | null;
}

export interface BatchItem {
  readonly position: number;
  readonly id: string;
  /** Absent if the contract was hard-deleted. */
  readonly fullyQualifiedName?: string;
  readonly status: ExecutionStatus;
  readonly resultId?: string;
}

/** A run that was created by a batch and is not shared with another requester. */
export interface OwnRun {
  readonly contract: string;
  readonly resultId: string;
}

/** Batch persistence used by requests. */
@Injectable()
export class BatchRepository {
  constructor(private readonly database: Database) {}

  async create(
    tx: Transaction,
    batch: { readonly id: string; readonly requestedBy: string; readonly evidence: Evidence },
    contracts: readonly Pick<FoundContract, 'node' | 'id'>[],
  ): Promise<void> {
    const { id, requestedBy, evidence } = batch;
    await query(tx, ADD, [id, requestedBy, contracts.length, evidence]);
    const nodes = contracts.map(({ node }) => node);
    const ids = contracts.map((contract) => contract.id);
    await query(tx, ADD_ITEMS, [id, nodes, ids]);
  }

  async progress(id: string): Promise<BatchProgress | undefined> {
    const [row] = await this.database.read<BatchRow>(PROGRESS, [id]);
    return row && progressOf(row);
  }

  /** Whether a contract of the batch does not fulfil the condition. */
  async hasHidden(id: string, { name, value, sql }: Condition): Promise<boolean> {
    const text = `
      select 1 from validation_batch_item i join entity e on e.id = i.contract_id
       where i.batch = $1 and not ${sql('$2')} limit 1`;
    return (await this.database.read({ name: `batch-hidden-${name}`, text }, [id, value])).length > 0;
  }

  /** Items after a position, in order. */
  async items(batch: string, after: number, limit: number): Promise<BatchItem[]> {
    const rows = await this.database.read<{ item: BatchItem }>(ITEMS, [batch, after, limit]);
    return rows.map(({ item }) => item);
  }

  /** No further blocks are created; contracts without a run count as Aborted. */
  async cancel(id: string): Promise<void> {
    await this.database.query(CANCEL, [id]);
  }

  ownRuns(batch: string): Promise<OwnRun[]> {
    return this.database.query<OwnRun>(OWN_RUNS, [batch]);
  }

  /** Whether a run is still used by the batch alone. */
  async isUnwatched(tx: Transaction, batch: string, resultId: string): Promise<boolean> {
    return (await query(tx, IS_UNWATCHED, [batch, resultId])).length > 0;
  }
}

function progressOf({ fed, created_at, counts, ...row }: BatchRow): BatchProgress {
  const byStatus = { ...counts };
  if (row.cancelled && fed < row.total) {
    const unfed = row.total - fed;
    byStatus.Aborted = (byStatus.Aborted ?? 0) + unfed;
    byStatus.Queued = (byStatus.Queued ?? 0) - unfed;
    if (byStatus.Queued <= 0) delete byStatus.Queued;
  }
  return { ...row, byStatus, createdAt: Number(created_at) };
}

const ADD = `insert into validation_batch (id, requested_by, total, evidence) values ($1, $2, $3, $4)`;

const ADD_ITEMS = `
  insert into validation_batch_item (batch, position, contract, contract_id)
  select $1, position, contract, id from unnest($2::bigint[], $3::uuid[]) with ordinality i (contract, id, position)`;

const PROGRESS = {
  name: 'progress-of-batch',
  text: `
    select id::text, total, fed, cancelled_at is not null as cancelled, requested_by as "requestedBy",
           floor(extract(epoch from created_at) * 1000)::bigint::text as created_at,
           (select json_object_agg(status, n) from (
             select status, count(*) as n from validation_batch_item where batch = b.id group by status) s) as counts
      from validation_batch b where id = $1`,
};

const ITEMS = {
  name: 'items-of-batch',
  text: `
    select json_strip_nulls(json_build_object(
             'position', i.position, 'id', i.contract_id, 'fullyQualifiedName', e.fqn,
             'status', case when b.cancelled_at is not null and i.position > b.fed then 'Aborted' else i.status end,
             'resultId', i.result_id)) as item
      from validation_batch b join validation_batch_item i on i.batch = b.id
      left join entity e on e.id = i.contract_id
     where b.id = $1 and i.position > $2 order by i.position limit $3`,
};

const CANCEL = `
  update validation_batch set cancelled_at = clock_timestamp() where id = $1 and cancelled_at is null
  returning ${batchNoticeSql('id')}::text as told`;

/** A run `r` that no request waits for and that no other batch, schedule or asset change has joined. $1: the batch. */
const UNWATCHED = `
  r.lane = 'batch' and (
    select bool_and(o.batch = $1 and o.own) from validation_batch_item o where o.result_id = r.result_id)`;

const OWN_RUNS = `
  select r.contract::text, r.result_id::text as "resultId"
    from validation_batch_item i join validation_run r on r.result_id = i.result_id
   where i.batch = $1 and i.own and i.status in ('Queued', 'Running') and ${UNWATCHED}`;

const IS_UNWATCHED = `select 1 from validation_run r where r.result_id = $2 and ${UNWATCHED}`;

/** How long a batch can be queried. */
const KEPT = `interval '30 days'`;

/** Deletes expired batches one by one; returns the number deleted. */
export async function purgeBatches(database: Database): Promise<number> {
  for (let total = 0; ; total++) {
    const gone = await database.query(PURGE);
    if (gone.length === 0) return total;
  }
}

const PURGE = `
  delete from validation_batch where id = (
    select id from validation_batch where created_at < now() - ${KEPT} order by created_at limit 1 for update skip locked)
  returning true`;
