import type { QueryResult, QueryResultRow } from 'pg';
import { QueryRunnerAlreadyReleasedError, type EntityManager } from 'typeorm';
import type { ResilientClient } from './resilient-client';

/** A statement that is prepared once per connection under its name. */
export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
}

/** An open transaction. It is passed on explicitly; nothing inside it touches another connection. */
export type Transaction = EntityManager;

/** SQLSTATE of a failure that the same transaction, run again, may not meet: serialization, deadlock. */
const REPEATABLE = new Set(['40001', '40P01']);

export function isRepeatable(error: unknown): boolean {
  return REPEATABLE.has(sqlState(error) ?? '');
}

/** Whether a statement waited for a lock for longer than it was to. */
export function isLocked(error: unknown): boolean {
  return sqlState(error) === '55P03';
}

/** Whether a write failed because the server takes none: a standby, or a primary that was demoted. */
export function isReadOnly(error: unknown): boolean {
  return sqlState(error) === '25006';
}

/** The unique index that a failed write ran into, if that is why it failed. */
export function violatedIndex(error: unknown): string | undefined {
  if (sqlState(error) !== '23505') return undefined;
  return (error as { constraint?: string }).constraint ?? (error as DriverFailure).driverError?.constraint;
}

/** Classes of the SQLSTATEs that speak of a value: data exceptions, constraints, limits of a row. */
const OF_A_VALUE = /^(22|23|54)/;

/** Whether a statement for several failed for what one of them sent, rather than for the state of the database. */
export function isOfAValue(error: unknown): boolean {
  return OF_A_VALUE.test(sqlState(error) ?? '');
}

interface DriverFailure {
  readonly code?: string;
  readonly driverError?: { readonly code?: string; readonly constraint?: string };
}

/** The SQLSTATE of a failed statement, whether pg or TypeORM reports it. */
export function sqlState(error: unknown): string | undefined {
  const failure = error as DriverFailure | null | undefined;
  return failure?.driverError?.code ?? failure?.code;
}

/**
 * Runs one statement in a transaction and gives its rows. A named statement is prepared once per connection: for those that are
 * run most, of which planning would take as long as running. TypeORM knows no names, so such a one goes to its connection.
 */
export async function query<Row extends QueryResultRow>(
  tx: Transaction,
  statement: string | PreparedStatement,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  if (commits.has(tx)) throw new Error('A statement follows the commit of its transaction');
  const client = await clientOf(tx);
  client.sendTogether();
  const { name, text } = typeof statement === 'string' ? { name: undefined, text: statement } : statement;
  const { rows } = await client.query<Row>({ name, text, values: [...values] });
  return rows;
}

/**
 * Does work of which nothing is left where it fails, and gives on its failure: the transaction can go on.
 * @param isUndone which failures those are; any other leaves the transaction as it is. Default: all but those for which it has to be run again
 */
export async function behindSavepoint<T>(
  tx: Transaction,
  work: () => Promise<T>,
  isUndone: (error: unknown) => boolean = (error) => !isRepeatable(error),
): Promise<T> {
  await query(tx, 'savepoint work');
  try {
    const done = await work();
    await query(tx, 'release savepoint work');
    return done;
  } catch (error) {
    if (isUndone(error)) {
      await query(tx, 'rollback to savepoint work');
      // One of the same name may be around it.
      await query(tx, 'release savepoint work');
    }
    throw error;
  }
}

/** Has the statements of a transaction that follow planned once per connection. */
export const PLAN_ONCE = 'SET LOCAL plan_cache_mode = force_generic_plan';

/** Sets `plansOnce` of a transaction from within. Goes out with the next statement. */
export async function planOnce(tx: Transaction): Promise<void> {
  await query(tx, PLAN_ONCE);
}

/** The commits of the transactions that have sent theirs. */
// eslint-disable-next-line house/no-learned-ways -- commits that are under way
const commits = new WeakMap<Transaction, Promise<QueryResult>>();

/** Sends the commit behind what was sent so far, at the first call; resolves when the database has answered it. */
export function commit(tx: Transaction): Promise<QueryResult> {
  const sent = commits.get(tx) ?? clientOf(tx).then((client) => client.query('COMMIT'));
  // A failure is reported to the waiter for the end of the transaction.
  sent.catch(() => undefined);
  commits.set(tx, sent);
  return sent;
}

async function clientOf(tx: Transaction): Promise<ResilientClient> {
  const runner = tx.queryRunner!;
  if (runner.isReleased) throw new QueryRunnerAlreadyReleasedError();
  return (await runner.connect()) as ResilientClient;
}

/** SQL for now, by the clock of the database, in epoch ms: rounded down, so that it never lies ahead. */
export const NOW_MS = 'floor(extract(epoch from clock_timestamp()) * 1000)::bigint';

/**
 * SQL for when the statement began, as {@link NOW_MS}. For conditions: beside a column, a clock that goes on within the statement is never
 * the condition of an index. What is written takes `NOW_MS`, since a statement may wait for locks.
 */
export const STATEMENT_MS = 'floor(extract(epoch from statement_timestamp()) * 1000)::bigint';
