import { AppError, withTimeout } from '@app/common';

/** Timeout of an operator request to the queue, in ms. */
const ANSWER_MS = 2_000;

/** @throws {AppError} SERVICE_UNAVAILABLE if the queue does not answer within two seconds */
export async function answered<T>(work: Promise<T>): Promise<T> {
  try {
    return await withTimeout(work, ANSWER_MS, 'Asking the queue');
  } catch (cause) {
    throw new AppError('SERVICE_UNAVAILABLE', 'The queue does not answer', { retryAfter: 1, cause });
  }
}
