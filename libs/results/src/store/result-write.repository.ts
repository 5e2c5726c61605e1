import { runPrepared } from '@app/database';
import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { ExecutionStatus } from '../document/execution-status';
import { resultJson } from './result-json';
import type { ResultText } from './result.repository';

type ContractKey = { readonly node: string; readonly fqn: string };

/** A stored result that a pushed one meets by its id or its timestamp. Numbers are bigint in decimal. */
export interface MetResult {
  readonly contract: string;
  readonly timestamp: string;
  readonly id: string;
  readonly status: ExecutionStatus;
  readonly origin: 'run' | 'pushed';
}

const COLUMNS = `contract::text, timestamp::text, id::text, status, origin`;

/** An open run is no history yet: nothing but its own end or its cancellation takes it away. */
const NOT_OPEN = `not (origin = 'run' and status in ('Queued', 'Running'))`;

const LOCK = {
  name: 'results-lock-contract',
  text: `select 1 from contract where node = $1 and live for no key update`,
};

/** Writes of the result history. Triggers keep the counts and the contract's latest result in the same transaction. */
@Injectable()
export class ResultWriteRepository {
  /** Writers of one contract's results come one after the other. False when the contract is no longer there. */
  async lockContract(tx: Transaction, node: string): Promise<boolean> {
    return (await runPrepared(tx, LOCK, [node])).length > 0;
  }

  async atTimestamp(tx: Transaction, node: string, timestamp: number): Promise<MetResult | undefined> {
    const text = `select ${COLUMNS} from contract_result where contract = $1 and timestamp = $2`;
    return (await tx.query<MetResult[]>(text, [node, timestamp]))[0];
  }

  /** The deleted result as it would have gone out. */
  async take(tx: Transaction, { node, fqn }: ContractKey, timestamp: number): Promise<string | undefined> {
    const [rows] = await tx.query<[ResultText[], number]>(
      `delete from contract_result r where contract = $1 and timestamp = $3
       returning ${resultJson('r', '$2', false)} as json`,
      [node, JSON.stringify(fqn), timestamp],
    );
    return rows[0]?.json;
  }

  /** Deletes up to `limit` results from `from` on and before `before`, the oldest first; says where it came to. */
  async removeOldest(
    tx: Transaction,
    node: string,
    from: number,
    before: number,
    limit: number,
  ): Promise<RemovedBatch> {
    const [row] = await tx.query<{ removed: number; newest: string | null }[]>(REMOVE_OLDEST, [
      node,
      from,
      before,
      limit,
    ]);
    return { removed: row!.removed, newest: Number(row!.newest) };
  }
}

export interface RemovedBatch {
  readonly removed: number;
  /** The timestamp of the newest one that went. */
  readonly newest: number;
}

const REMOVE_OLDEST = `
  with gone as (
    delete from contract_result
     where contract = $1 and timestamp = any(array(
       select timestamp from contract_result
        where contract = $1 and timestamp >= $2 and timestamp < $3 and ${NOT_OPEN} order by timestamp limit $4))
    returning timestamp)
  select count(*)::int as removed, max(timestamp)::text as newest from gone`;
