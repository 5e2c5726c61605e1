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

/** Whether work failed because the database did not serve it at the moment, rather than for what was asked of it. */
export function isUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const fault = (error as Fault).driverError ?? (error as Fault);
  return isAway(fault) || (fault.errors?.some(isAway) ?? false);
}

function isAway({ name, code, message }: Fault): boolean {
  return (
    (typeof name === 'string' && CUT_TRANSACTION.includes(name)) ||
    (typeof code === 'string' && (NETWORK.includes(code) || AWAY.test(code))) ||
    (typeof message === 'string' && AWAY_TEXT.test(message))
  );
}
