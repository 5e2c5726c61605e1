import { setTimeout as rest } from 'node:timers/promises';
import type { RemovedBatch } from '../store/result-write.repository';
import { DeletionPace } from './deletion-pace';

/**
 * Pause between two batches, in ms: PostgreSQL gives a released row lock to the first request, and without a pause
 * that is the next batch, several times in a row, while waiting writers are still being woken.
 */
const REST_MS = 5;

/**
 * Deletes batch by batch, oldest first, and returns the number deleted. Stops between two batches when the signal is
 * aborted.
 *
 * @param batch deletes, in its own transaction, up to `limit` results at or after `from` (epoch ms)
 */
export async function deleteInBatches(
  batch: (from: number, limit: number) => Promise<RemovedBatch>,
  signal?: AbortSignal,
): Promise<number> {
  const pace = new DeletionPace();
  let deleted = 0;
  for (let from = 0; !signal?.aborted;) {
    const limit = pace.next;
    const start = performance.now();
    const { removed, newest } = await batch(from, limit);
    pace.took(performance.now() - start);
    deleted += removed;
    if (removed < limit) break;
    from = newest;
    await rest(REST_MS);
  }
  return deleted;
}
