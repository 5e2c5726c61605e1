import { lockContracts, parseResultRetention, type ResultRetention } from '@app/contracts';
import { subtractDuration } from '@app/common';
import { NOW_MS, type Database } from '@app/database';
import { PART_MS } from '../producers/producer-part';
import { ResultWriteRepository, type RemovedBatch } from '../store/result-write.repository';
import { deleteInBatches } from './delete-in-batches';

/** Contracts per statement. */
const CONTRACTS_PER_PAGE = 500;

interface RetainedContract {
  readonly node: string;
  readonly retention: string | null;
}

const PAGE = {
  name: 'contracts-with-retention',
  text: `select c.node::text, c.retention from contract c
          where c.live and c.node > $1 and (c.retention is not null or $2) order by c.node limit ${CONTRACTS_PER_PAGE}`,
};
/** The newest result beyond the count of kept ones. */
const BEYOND = {
  name: 'newest-result-beyond',
  text: `select r.timestamp::text from contract_result r where r.contract = $1 order by r.timestamp desc offset $2 limit 1`,
};

/** Parts that count no more, and could not count again: a push as old as they are is too old to be one. */
const OLD_PARTS = `
  with gone as (delete from contract_part where timestamp < ${NOW_MS} - ${PART_MS} and not lasting returning 1) select count(*)::int as n from gone`;

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
    let removed = 0;
    for (let after = '0'; ;) {
      const page = await this.database.read<RetainedContract>(PAGE, [after, this.general !== undefined]);
      for (const { node, retention } of page) {
        if (signal?.aborted) return removed;
        removed += await this.removeDue(node, retention ?? (this.general as string), signal);
      }
      if (page.length < CONTRACTS_PER_PAGE) return removed;
      after = (page.at(-1) as RetainedContract).node;
    }
  }

  private async removeDue(node: string, retention: string, signal?: AbortSignal): Promise<number> {
    const parsed = parseResultRetention(retention);
    const before = 'message' in parsed ? undefined : await this.limitOf(node, parsed);
    if (before === undefined) return 0;
    const batch = (from: number, limit: number): Promise<RemovedBatch> =>
      this.database.transaction(async (tx) =>
        (await lockContracts(tx, [node], { live: true })).has(node)
          ? this.writes.removeOldest(tx, { node, from, before, limit })
          : { removed: 0, newest: 0 },
      );
    return deleteInBatches(batch, signal);
  }

  /** Results before this instant (epoch ms) have expired; undefined if there are none. */
  private async limitOf(node: string, retention: ResultRetention): Promise<number | undefined> {
    if ('age' in retention) return subtractDuration(await this.database.now(), retention.age);
    const [row] = await this.database.read<{ timestamp: string }>(BEYOND, [node, retention.count]);
    return row && Number(row.timestamp) + 1;
  }
}
