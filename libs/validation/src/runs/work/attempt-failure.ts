import { AppError, ERROR_TRAITS } from '@app/common';
import type { RunOutcome } from './run-claim.repository';

/** Attempts after errors, in ms of rest before each; then the run is given up. */
export const RETRY_MS = [1_000, 2_000, 4_000] as const;

/** Crashes of workers that held a run, the last of them with nothing else at work, after which it is given up. */
export const MAX_CRASHES = 3;

/** Whether another attempt may meet a better world. What is no error of ours may be anything, so it is tried again. */
export function isWorthAnother(error: unknown): boolean {
  return !(error instanceof AppError) || ERROR_TRAITS[error.code].retry === 'retryable';
}

/** An Aborted result; the sentence is for people, the word for programs. */
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

/** The cause in words for callers: what is not made for them is in the log under the run's id. */
export function abortedByError(error: unknown): RunOutcome {
  if (error instanceof AppError) {
    return aborted(error.code.toLowerCase(), `The validation was aborted: ${error.message}`);
  }
  return aborted('internal_error', 'The validation was aborted by an internal error, which the log tells about.');
}
