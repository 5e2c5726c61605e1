import { invalidFields, LAST_INSTANT } from '@app/common';

/** The part of a path that names a result and is no UUID. @throws {AppError} BAD_REQUEST */
export function readTimestamp(text: string): number {
  const time = /^\d{1,16}$/.test(text) ? Number(text) : NaN;
  if (time <= LAST_INSTANT) return time;
  const message = `must be the UUID of a result, latest, or epoch milliseconds from 0 to ${LAST_INSTANT}`;
  throw invalidFields([{ field: 'result', message }]);
}
