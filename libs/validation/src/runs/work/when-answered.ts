import { setTimeout as delay } from 'node:timers/promises';
import { isAway } from './attempt-failure';

/** Between two tries, in ms: shorter than from one look for expired leases to the next. */
const AGAIN_MS = 500;

/**
 * Does what is to be written of a run, and does it again for as long as the database is away. Without it the run would seem to have lost
 * its worker, and what is an outage would count as a crash.
 *
 * @param stop the run is no longer this worker's, or the process is stopping
 * @throws what `work` was last rejected with
 */
export async function whenAnswered<T>(work: () => Promise<T>, stop: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isAway(error) || stop.aborted) throw error;
      await delay(AGAIN_MS, undefined, { signal: stop }).catch(() => undefined);
    }
  }
}
