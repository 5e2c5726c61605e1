import { lockContracts, parseResultRetention, type ResultRetention } from '@app/contracts';
import { DAY, subtractDuration } from '@app/common';
import { STATEMENT_MS, type Database } from '@app/database';
import { PART_MS } from '../producers/producer-part';
import { ResultWriteRepository, type RemovedBatch } from '../store/result-write.repository';
import { deleteInBatches } from './delete-in-batches';

/** Contracts per statement. */
const CONTRACTS_PER_PAGE = 500;

interface RetainedContract {
  readonly node: string;
  readonly retention: string | null;
  /** Timestamp of its oldest result; null: it has none. */
  readonly oldest: string | null;
}

/** A contract with the timestamp of its newest result beyond its retention, if it has one. */
interface BeyondCount {
  readonly node: string;
  readonly newest: string | null;
}

/** Results before `before` (epoch ms) of the contract have expired, and it has one at least. */
interface DueContract {
  readonly node: string;
  readonly before: number;
}

const page = (name: string, retained: string) => ({
  name,
  text: `select c.node::text, c.retention,
                (select r.timestamp from contract_result r where r.contract = c.node order by r.timestamp limit 1)::text as oldest
           from contract c
          where c.live and c.node > $1 and ${retained} order by c.node limit ${CONTRACTS_PER_PAGE}`,
});
const PAGE_OF_ALL = page('contracts-with-results', 'true');
const PAGE_OF_OWN = page('contracts-with-retention', 'c.retention is not null');

/** $1: contracts, $2: how many results each retains. */
const BEYOND = {
  name: 'newest-results-beyond',
  text: `select k.node::text, (
           select r.timestamp from contract_result r where r.contract = k.node order by r.timestamp desc offset k.count limit 1)::text as newest
           from unnest($1::bigint[], $2::bigint[]) k (node, count)`,
};

const OLDEST_PART = `(${STATEMENT_MS} - ${PART_MS})`;
/** Parts that count no more, and could not count again: a push as old as they are is too old to be one. The index has their days. */
const OLD_PARTS = `
  delete from contract_part where day <= ${OLDEST_PART} / ${DAY} and timestamp < ${OLDEST_PART} and not lasting`;

/** Deletes expired results: a contract's own retention takes precedence over that of the installation. */
export class ResultRetentionSweep {
  private readonly writes = new ResultWriteRepository();

  /** @param general an ISO 8601 duration or a count, for contracts without their own; undefined = no limit */
  constructor(
    private readonly database: Database,
    private readonly general: string | undefined,
  ) {}

  /** Deletes expired results; returns how many. Stops between two batches when the signal is aborted. */
  async run(signal?: AbortSignal): Promise<number> {
    // They count for seven days, or until the next push, whatever the retention of results is: it must not mend what a producer says.
    await this.database.query(OLD_PARTS);
    const statement = this.general === undefined ? PAGE_OF_OWN : PAGE_OF_ALL;
    let removed = 0;
    for (let after = '0'; ;) {
      const contracts = await this.database.read<RetainedContract>(statement, [after]);
      for (const due of await this.dueAmong(contracts)) {
        if (signal?.aborted) return removed;
        removed += await this.removeDue(due, signal);
      }
      if (contracts.length < CONTRACTS_PER_PAGE) return removed;
      after = (contracts.at(-1) as RetainedContract).node;
    }
  }

  /** Those with expired results: no other one is locked, or asked about by itself. */
  private async dueAmong(contracts: readonly RetainedContract[]): Promise<DueContract[]> {
    const now = await this.database.now();
    const due: DueContract[] = [];
    const counted: { readonly node: string; readonly count: number }[] = [];
    for (const { node, retention, oldest } of contracts) {
      const kept = this.retentionOf(retention);
      if (!kept || oldest === null) continue;
      if ('count' in kept) counted.push({ node, count: kept.count });
      else {
        const before = subtractDuration(now, kept.age);
        if (Number(oldest) < before) due.push({ node, before });
      }
    }
    return [...due, ...(await this.beyondCount(counted))];
  }

  /** Undefined: it is none, and nothing expires. */
  private retentionOf(own: string | null): ResultRetention | undefined {
    const parsed = parseResultRetention(own ?? (this.general as string));
    return 'message' in parsed ? undefined : parsed;
  }

  private async beyondCount(counted: readonly { node: string; count: number }[]): Promise<DueContract[]> {
    if (counted.length === 0) return [];
    const values = [counted.map(({ node }) => node), counted.map(({ count }) => count)];
    const rows = await this.database.read<BeyondCount>(BEYOND, values);
    return rows.flatMap(({ node, newest }) => (newest === null ? [] : [{ node, before: Number(newest) + 1 }]));
  }

  private removeDue({ node, before }: DueContract, signal?: AbortSignal): Promise<number> {
    const batch = (from: number, limit: number): Promise<RemovedBatch> =>
      this.database.transaction(async (tx) =>
        (await lockContracts(tx, [node], { live: true })).has(node)
          ? this.writes.removeOldest(tx, { node, from, before, limit })
          : { removed: 0, newest: 0 },
      );
    return deleteInBatches(batch, signal);
  }
}
