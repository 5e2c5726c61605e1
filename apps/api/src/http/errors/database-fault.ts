import { AppError, badRequest } from '@app/common';
import { isDiskFull } from '@app/database';

interface Fault {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly message?: unknown;
  /** Where TypeORM keeps the error of the driver. */
  readonly driverError?: Fault;
  /** The addresses that were tried, where there were several. */
  readonly errors?: readonly Fault[];
}

/** The socket could not be opened or was lost. */
const NETWORK = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'EPIPE',
];
/**
 * SQLSTATE by class or in full: 08 connection, 53 resources (too many connections, memory), 57P0x shutdown, start,
 * recovery, 57014 statement time-out, 25006 read-only standby, 40001, 40P01, 55P03 repeated conflicts with other
 * transactions.
 */
const AWAY = /^(08...|53...|57P0.|57014|25006|40001|40P01|55P03)$/;
/** What pg and pg-pool say without a code. */
const AWAY_TEXT =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Query read timeout|Cannot use a pool after calling end)/;
/** What TypeORM says of a transaction whose connection was lost between two of its statements. */
const CUT_TRANSACTION = ['QueryRunnerProviderAlreadyReleasedError', 'QueryRunnerAlreadyReleasedError'];
/** Text, numbers or JSON that no column takes: 22021 and 22P05 U+0000 and the like, 22P02 wrong spelling, 22003 range. */
const UNSTORABLE = /^(22021|22P05|22P02|22003)$/;
/** Long enough for a restart of the server, short enough to resume soon. */
const RETRY_AFTER_SECONDS = 2;
/** As often as one write tries whether there is room again. */
const RETRY_FULL_SECONDS = 5;

const isAway = ({ name, code, message }: Fault) =>
  (typeof name === 'string' && CUT_TRANSACTION.includes(name)) ||
  (typeof code === 'string' && (NETWORK.includes(code) || AWAY.test(code))) ||
  (typeof message === 'string' && AWAY_TEXT.test(message));

/** The error that a caller gets for a database failure; undefined for any other failure. */
export function databaseFault(error: unknown): AppError | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if (isDiskFull(error)) return diskFull(error);
  const fault = (error as Fault).driverError ?? (error as Fault);
  if (isAway(fault) || fault.errors?.some(isAway)) {
    return new AppError('SERVICE_UNAVAILABLE', 'The database is not available at the moment', {
      retryAfter: RETRY_AFTER_SECONDS,
      cause: error,
    });
  }
  const unstorable = typeof fault.code === 'string' && UNSTORABLE.test(fault.code);
  return unstorable ? badRequest('The request holds a text or a number that cannot be stored') : undefined;
}

function diskFull(cause: unknown): AppError {
  const message = 'The disk of the database is full: nothing can be written until there is room again; reads work';
  return new AppError('SERVICE_UNAVAILABLE', message, { retryAfter: RETRY_FULL_SECONDS, cause });
}
