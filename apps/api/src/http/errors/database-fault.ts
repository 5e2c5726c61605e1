import { AppError, badRequest } from '@app/common';
import { isDiskFull, isReadOnly, isUnavailable, sqlState } from '@app/database';

/** Text, numbers or JSON that no column takes: 22021 and 22P05 U+0000 and the like, 22P02 wrong spelling, 22003 range. */
const UNSTORABLE = /^(22021|22P05|22P02|22003)$/;
/** Long enough for a restart of the server, short enough to resume soon. */
const RETRY_AFTER_SECONDS = 2;
/** The interval at which one write tries whether there is room again. */
const RETRY_FULL_SECONDS = 5;

/** The error that a caller gets for a database failure; undefined for any other failure. */
export function databaseFault(error: unknown): AppError | undefined {
  if (isDiskFull(error)) return diskFull(error);
  if (isReadOnly(error)) return away('The database takes no writes at the moment; reads work', error);
  if (isUnavailable(error)) return away('The database is not available at the moment', error);
  const isUnstorable = UNSTORABLE.test(sqlState(error) ?? '');
  return isUnstorable ? badRequest('The request holds a text or a number that cannot be stored') : undefined;
}

const away = (message: string, cause: unknown): AppError =>
  new AppError('SERVICE_UNAVAILABLE', message, { retryAfter: RETRY_AFTER_SECONDS, cause });

function diskFull(cause: unknown): AppError {
  const message = 'The disk of the database is full: nothing can be written until there is room again; reads work';
  return new AppError('SERVICE_UNAVAILABLE', message, { retryAfter: RETRY_FULL_SECONDS, cause });
}
