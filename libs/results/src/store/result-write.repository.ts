import { query, recordDeletedResults, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { ExecutionStatus } from '../document/execution-status';
import { resultJson } from './result-json';
import type { ResultText } from './result.repository';

type ContractKey = { readonly node: string; readonly fqn: string };

/** A stored result. Numbers are bigint in decimal. */
export interface StoredRow {
  readonly contract: string;
  readonly timestamp: string;
  readonly id: string;
  readonly status: ExecutionStatus;
  readonly origin: 'run' | 'pushed';
}

/** SQL of the columns of a StoredRow. */
export const RESULT_COLUMNS = `contract::text, timestamp::text, id::text, status, origin`;

/** Open runs are not part of the history: only their end or a cancellation removes them. */
const NOT_OPEN = `not (origin = 'run' and status in ('Queued', 'Running'))`;

/**
 * Writes of the result history. Triggers update the counters and the contract's latest result in the same
 * transaction.
 */
@Injectable()
export class ResultWriteRepository {
  async atTimestamp(tx: Transaction, node: string, timestamp: number): Promise<StoredRow | undefined> {
    const text = `select ${RESULT_COLUMNS} from contract_result where contract = $1 and timestamp = $2`;
    return (await query<StoredRow>(tx, text, [node, timestamp]))[0];
  }

  /** Deletes a result and returns its JSON text. */
  async take(
    tx: Transaction,
    { node, fqn }: ContractKey,
    timestamp: number,
    actorName: string,
  ): Promise<string | undefined> {
    const [row] = await query<ResultText>(
      tx,
      `with gone as (delete from contract_result where contract = $1 and timestamp = $3 returning *),
       recorded as (${recordDeletedResults('gone', '$4')})
       select ${resultJson('r', '$2', 'body')} as json from gone r`,
      [node, JSON.stringify(fqn), timestamp, actorName],
    );
    return row?.json;
  }

  /** Deletes results, oldest first; returns the position reached. */
  async removeOldest(tx: Transaction, { node, from, before, limit, actorName }: Removal): Promise<RemovedBatch> {
    const values = [node, from, before, limit, actorName ?? null];
    const [row] = await query<{ removed: number; newest: string | null }>(tx, REMOVE_OLDEST, values);
    return { removed: row!.removed, newest: Number(row!.newest) };
  }
}

interface Removal {
  readonly node: string;
  /** Epoch ms: `from` included, `before` not. */
  readonly from: number;
  readonly before: number;
  readonly limit: number;
  /** The user who asked for it; absent for the retention, which is no event. */
  readonly actorName?: string;
}

export interface RemovedBatch {
  readonly removed: number;
  /** Timestamp of the newest deleted result. */
  readonly newest: number;
}

const REMOVE_OLDEST = `
  with gone as (
    delete from contract_result
     where contract = $1 and timestamp = any(array(
       select timestamp from contract_result
        where contract = $1 and timestamp >= $2 and timestamp < $3 and ${NOT_OPEN} order by timestamp limit $4))
    returning *),
  recorded as (${recordDeletedResults('gone', '$5')})
  select count(*)::int as removed, max(timestamp)::text as newest from gone`;
