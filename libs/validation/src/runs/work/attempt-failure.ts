import { AppError, ERROR_TRAITS } from '@app/common';
import { isOutage } from '@app/database';
import type { RunVerdict } from '@app/results';
import { isAway, OUTAGE_RETRY_MS, RETRY_MS } from '@app/runs';

/** Thrown at the end of an attempt whose lease was lost. */
export class LeaseLost extends Error {}

/** The delay before the next attempt, in ms; undefined where there is none. @param failures attempts that failed before */
export function retryAfterMs(error: unknown, failures: number): number | undefined {
  if (!isWorthAnother(error)) return undefined;
  return (isAway(error) ? OUTAGE_RETRY_MS : RETRY_MS)[failures];
}

/** Whether a retry may succeed. Errors that are not an AppError may have any cause, so they are retried. */
function isWorthAnother(error: unknown): boolean {
  return !(error instanceof AppError) || ERROR_TRAITS[error.code].retry === 'retryable';
}

/** An Aborted result; the sentence is for people, the reason code for programs. */
export function aborted(reason: string, sentence: string): RunVerdict {
  return { status: 'Aborted', body: { result: sentence }, details: { details: { reason } } };
}

export function abortedByCrashes(crashes: number): RunVerdict {
  return aborted(
    'worker_crashed',
    `The validation was aborted: the worker that ran it ended unexpectedly, ${crashes} times.`,
  );
}

export function abortedAsDeleted(): RunVerdict {
  return aborted('contract_deleted', 'The contract was deleted before its validation ended.');
}

/** @param at when it ended, in epoch ms */
export function abortedAsEnded(at: number): RunVerdict {
  return aborted('contract_ended', `The contract ended on ${new Date(at).toISOString()}: nothing was validated.`);
}

/** A batch asked for the source of a contract whose asset has none that may be read. */
export function abortedWithoutAccess(): RunVerdict {
  return aborted('noDataAccess', 'The validation was aborted: the service of the asset has no data access.');
}

/** The cause in words for callers: internal details are in the log under the run's id. */
export function abortedByError(error: unknown): RunVerdict {
  if (error instanceof AppError) {
    return aborted(error.code.toLowerCase(), `The validation was aborted: ${error.message}`);
  }
  if (isOutage(error)) {
    const sentence = 'The validation was aborted: the database was not available, time after time.';
    return aborted('service_unavailable', sentence);
  }
  return aborted('internal_error', 'The validation was aborted by an internal error, which the log tells about.');
}
