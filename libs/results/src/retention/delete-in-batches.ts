import { setTimeout as rest } from 'node:timers/promises';
import type { RemovedBatch } from '../store/result-write.repository';
import { DeletionPace } from './deletion-pace';

/**
 * Between two batches, in ms: PostgreSQL gives a row's lock to whoever asks first when it is free, and without a rest that is the
 * next batch, several times over, while writers that have waited for long are still being woken.
 */
const REST_MS = 5;

/**
 * Deletes from the oldest on, batch by batch, and returns how many went. Ends between two batches when the signal is aborted.
 *
 * @param batch deletes, in a transaction of its own, up to `limit` results at or after `from` (epoch ms)
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
