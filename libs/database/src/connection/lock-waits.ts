import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@app/common';
import { isLocked } from '../transaction';

/** How long a single write waits for a lock while it has a connection, in ms: the first time, and where it asks again. */
export const LOCK_MS = { first: 200, again: 50 } as const;
/** Longest rest before it asks again, in ms. */
const LOCK_REST_MS = 1_000;
/** How long a write waits for others under its key, in ms: the caller has given up by then. */
export const LONGEST_WAIT_MS = 30_000;
/** How long a write waits while the same write is under way before it, in ms: it waits for a lock of another process, or is stuck. */
export const LONGEST_STANDSTILL_MS = 5_000;

/**
 * Single writes that wait for locks. One that is taken for long, such as that of a schema while it is renamed with all its tables, is waited
 * for by few transactions at a time. The others end and ask again, so that writers elsewhere find a connection meanwhile.
 */
export class LockWaits {
  /** Those that wait for as long as it takes. */
  private patient = 0;

  /** @param most how many of them there may be */
  constructor(private readonly most: () => number) {}

  /** @throws {AppError} SERVICE_UNAVAILABLE where the lock is not released in time */
  async whenUnlocked<T>(attempt: (lockTimeoutMs?: number) => Promise<T>): Promise<T> {
    const since = performance.now();
    for (let tries = 0; ; tries++) {
      const isPatient = tries > 0 && this.patient < this.most();
      if (isPatient) this.patient++;
      try {
        return await attempt(isPatient ? undefined : tries === 0 ? LOCK_MS.first : LOCK_MS.again);
      } catch (error) {
        if (isPatient || !isLocked(error)) throw error;
        if (performance.now() - since > LONGEST_WAIT_MS) throw waitedTooLong();
      } finally {
        if (isPatient) this.patient--;
      }
      await delay(Math.min(LOCK_REST_MS, LOCK_MS.again * 2 ** tries) * (0.5 + Math.random()));
    }
  }
}

export function waitedTooLong(): AppError {
  const message = `Other writes of the same object have been under way for ${LONGEST_STANDSTILL_MS / 1_000} s or more, and this one waited for them`;
  return new AppError('SERVICE_UNAVAILABLE', message, { retryAfter: 1 });
}
