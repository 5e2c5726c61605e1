/** An operation exceeded its time limit. */
export class TimeoutError extends Error {}

/**
 * The result of the work if it completes in time. A later result or failure is ignored.
 *
 * @param what describes the work in the message, such as `Closing the queue`
 * @throws {TimeoutError} if it takes longer than `ms`
 */
export async function withTimeout<T>(work: Promise<T>, ms: number, what: string): Promise<T> {
  if (await endsWithin(work, ms)) return work;
  throw new TimeoutError(`${what} took longer than ${ms} ms`);
}

/**
 * Whether the work completed within `ms` and before the signal was aborted. Rejects if the work fails in time; a
 * later failure is ignored.
 */
export async function endsWithin(work: Promise<unknown>, ms: number, signal?: AbortSignal): Promise<boolean> {
  if (signal?.aborted) {
    work.catch(() => undefined);
    return false;
  }
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
      settle();
    };
    const giveUp = end(() => resolve(false));
    const timer = setTimeout(giveUp, ms);
    signal?.addEventListener('abort', giveUp, { once: true });
    work.then(
      end(() => resolve(true)),
      (error: unknown) => end(() => reject(error as Error))(),
    );
  });
}
