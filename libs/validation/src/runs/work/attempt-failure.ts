import { AppError, ERROR_TRAITS } from '@app/common';
import type { RunOutcome } from './run-claim.repository';

/** Delays before the retries of a failed attempt, in ms; after the last one the run is aborted. */
export const RETRY_MS = [1_000, 2_000, 4_000] as const;

/**
 * Worker crashes while holding a run after which it is aborted; during the last attempt nothing else runs in the
 * process.
 */
export const MAX_CRASHES = 3;

/** Whether a retry may succeed. Errors that are not an AppError may have any cause, so they are retried. */
export function isWorthAnother(error: unknown): boolean {
  return !(error instanceof AppError) || ERROR_TRAITS[error.code].retry === 'retryable';
}

/** An Aborted result; the sentence is for people, the reason code for programs. */
export function aborted(reason: string, sentence: string): RunOutcome {
  return { status: 'Aborted', body: { result: sentence }, details: { details: { reason } } };
}

export function abortedByCrashes(crashes: number): RunOutcome {
  return aborted(
    'worker_crashed',
    `The validation was aborted: the worker that ran it ended unexpectedly, ${crashes} times.`,
  );
}

export function abortedAsDeleted(): RunOutcome {
  return aborted('contract_deleted', 'The contract was deleted before its validation ended.');
}

/** The cause in words for callers: internal details are in the log under the run's id. */
export function abortedByError(error: unknown): RunOutcome {
  if (error instanceof AppError) {
    return aborted(error.code.toLowerCase(), `The validation was aborted: ${error.message}`);
  }
  return aborted('internal_error', 'The validation was aborted by an internal error, which the log tells about.');
}
