import { notReady, READY, TimeoutError, withTimeout, type PartState } from '@app/common';
import { STATEMENT_MS, type Database } from '@app/database';

/** A worker that has said nothing for so long is gone. */
export const WORKER_GONE = `interval '15 s'`;
/**
 * How long a run may wait before it is reported that no worker reads its service, in ms: workers poll at their start, and then each second.
 */
const UNSERVED_MS = 5_000;

/** The lane `data` as the database knows it. */
export interface DataLane {
  readonly workers: number;
  /** Runs that wait while no worker reads their service. */
  readonly unserved: number;
}

/** One row: a `DataLane`. */
export const DATA_LANE = {
  name: 'data-lane',
  text: `
  with workers as materialized (
    select services from data_worker where seen_at > statement_timestamp() - ${WORKER_GONE})
  select (select count(*)::int from workers) as workers,
         (select count(*)::int from data_run r left join entity e on e.node = r.service
           where (r.status = 'Queued' or r.status = 'Running' and r.lease_until < statement_timestamp())
             and r.timestamp + ${UNSERVED_MS} < ${STATEMENT_MS}
             and not exists (select from workers w where w.services is null or e.fqn = any(w.services))) as unserved`,
};

/** The lane is answered as it was last when the database takes longer, in ms: requests wait for connections then, which no part is to blame for. */
const ANSWER_MS = 1_000;

/** The part of a process's health that reports runs which no worker can claim. */
export function dataLanePart(database: Pick<Database, 'read'>): Record<'data', () => Promise<PartState>> {
  let last = READY;
  const ask = async (): Promise<PartState> => {
    const [lane] = await database.read<DataLane & object>(DATA_LANE, []);
    return (last = lane?.unserved ? notReady(unserved(lane)) : READY);
  };
  const asLast = (error: unknown): PartState => {
    if (error instanceof TimeoutError) return last;
    throw error;
  };
  return { data: () => withTimeout(ask(), ANSWER_MS, 'The lane data').catch(asLast) };
}

function unserved({ workers, unserved: runs }: DataLane): string {
  const what = `${runs} data run${runs === 1 ? ' waits' : 's wait'}`;
  if (workers === 0) return `${what}, and no worker serves the lane data (WORKER_QUEUES)`;
  return `${what} for a worker that reads the service (DATA_SERVICES)`;
}
