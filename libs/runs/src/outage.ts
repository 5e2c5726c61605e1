import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@app/common';
import { isOutage } from '@app/database';
import type { Logger } from '@nestjs/common';
import type { ClaimedWork, Claims } from './claims';

/** Delays before the retries of an attempt that failed by itself, in ms; after the last one the run is given up. */
export const RETRY_MS: readonly number[] = [1_000, 2_000, 4_000];

/**
 * The same where the database was away: no run is to blame for an outage, and a server that changes over may go away several times. Not
 * for ever, since it may be the run that ends the database.
 */
export const OUTAGE_RETRY_MS: readonly number[] = [...RETRY_MS, 8_000, 15_000, 30_000, 30_000, 30_000, 30_000, 30_000];

/** Whether what a run needs was away, as the driver says it or a part of this program. */
export const isAway = (error: unknown): boolean =>
  error instanceof AppError ? error.code === 'SERVICE_UNAVAILABLE' : isOutage(error);

/** A run whose attempt has failed, and what is known of it for that. */
interface FailedAttempt {
  readonly run: ClaimedWork & { readonly attempts: number };
  /** Singular, as the log names the run: `data run`. */
  readonly what: string;
  readonly error: unknown;
  /** Delays before further attempts, in ms, by the number of those that failed; none: it is not worth another one. */
  readonly delays: readonly number[];
  /** Ends the run. */
  readonly giveUp: () => Promise<unknown>;
  readonly log: Pick<Logger, 'warn'>;
}

/** Has the run tried again after a delay, or gives it up where it has failed too often. @param stop see `whenAnswered` */
export async function retryOrGiveUp(
  claims: Pick<Claims, 'retryAfter'>,
  { run, what, error, delays, giveUp, log }: FailedAttempt,
  stop: AbortSignal,
): Promise<void> {
  const rest = delays[run.failures];
  const text = error instanceof Error ? error.message : String(error);
  log.warn(`${what} ${run.id}, attempt ${run.attempts}: ${rest === undefined ? 'given up' : 'tried again'}: ${text}`);
  await whenAnswered<unknown>(() => (rest === undefined ? giveUp() : claims.retryAfter(run, rest)), stop);
}

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
