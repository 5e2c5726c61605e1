interface Fault {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly message?: unknown;
  /** Where TypeORM stores the error of the driver. */
  readonly driverError?: Fault;
  /** The addresses that were tried, where there were several. */
  readonly errors?: readonly Fault[];
}

/** The socket could not be opened or was lost. */
const NETWORK = /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE)$/;
/**
 * SQLSTATE by class or in full: 08 connection, 53100 disk, 53300 too many connections, 57P0x shutdown, start, recovery,
 * 25006 read-only standby.
 */
const AWAY = /^(08...|53100|53300|57P0.|25006)$/;
/** The messages of pg and pg-pool for that without a code. */
const AWAY_TEXT =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Cannot use a pool after calling end)/;
/**
 * SQLSTATEs that a statement may cause itself: 53 other resources, such as memory, 57014 statement time-out, 40001, 40P01, 55P03 repeated
 * conflicts with other transactions.
 */
const OVERLOADED = /^(53...|57014|40001|40P01|55P03)$/;
const OVERLOADED_TEXT = /^Query read timeout/;
/** The errors of TypeORM for a transaction whose connection was lost between two of its statements. */
const CUT_TRANSACTION = /^QueryRunner(Provider)?AlreadyReleasedError$/;

/** Whether work failed because the database did not serve it at the moment, rather than for what was asked of it. */
export function isUnavailable(error: unknown): boolean {
  return isAnyFault(error, (fault) => isAway(fault) || isOverloaded(fault));
}

/** Whether work failed because the database could not be reached or written at all: any other work would have failed, too. */
export function isOutage(error: unknown): boolean {
  return isAnyFault(error, isAway);
}

function isAnyFault(error: unknown, isOne: (fault: Fault) => boolean): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const fault = (error as Fault).driverError ?? (error as Fault);
  return isOne(fault) || (fault.errors?.some(isOne) ?? false);
}

const fits = (pattern: RegExp, value: unknown): boolean => typeof value === 'string' && pattern.test(value);

function isOverloaded({ code, message }: Fault): boolean {
  return fits(OVERLOADED, code) || fits(OVERLOADED_TEXT, message);
}

function isAway({ name, code, message }: Fault): boolean {
  return fits(CUT_TRANSACTION, name) || fits(NETWORK, code) || fits(AWAY, code) || fits(AWAY_TEXT, message);
}
