import { invalidFields } from '@app/common';
import { MAX_TIMESTAMP } from '@app/results';

/** The part of a path that names a result and is no UUID. @throws {AppError} BAD_REQUEST */
export function readTimestamp(text: string): number {
  const time = /^\d{1,16}$/.test(text) ? Number(text) : NaN;
  if (time <= MAX_TIMESTAMP) return time;
  const message = `must be the UUID of a result, latest, or epoch milliseconds from 0 to ${MAX_TIMESTAMP}`;
  throw invalidFields([{ field: 'result', message }]);
}
