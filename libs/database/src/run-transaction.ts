import type { RequestOrigin } from '@app/common';
import type { DataSource, QueryRunner } from 'typeorm';
import type { ResilientClient } from './resilient-client';
import { commit, PLAN_ONCE, type Transaction } from './transaction';

/**
 * How long a transaction may be open and do nothing, in ms. A process that is frozen in the middle of one would retain its locks, and
 * with them every other worker from a contract, for as long as its connection stands. Each transaction says so itself: behind a pooler
 * a session is not ours beyond it.
 */
const IDLE_IN_TRANSACTION_MS = 10_000;

export interface TransactionOptions {
  /** The origin of the request that it is for: stands in the audit beside what it writes. */
  readonly origin?: RequestOrigin;
  /**
   * It writes few rows: whatever its arrays contain, its statements are planned once per connection. PostgreSQL would promise itself fewer
   * rows of short arrays than of some of unknown length, always, and plan anew at each call.
   */
  readonly plansOnce?: boolean;
  /** How long it waits for any lock before it fails with 55P03, in ms; absent: for as long as it takes. */
  readonly lockTimeoutMs?: number | undefined;
}

/**
 * A transaction whose beginning goes out with its first statement, and whose end with its last ones where these are known: a round
 * trip each that TypeORM's own takes.
 */
export function runTransaction<T>(
  source: DataSource,
  work: (tx: Transaction) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  return onConnection(source, options, async (tx) => {
    const done = await work(tx);
    const ended = await commit(tx);
    // The answer of the database where a statement failed and its error was not passed on.
    if (ended.command !== 'COMMIT') throw new Error('The transaction was rolled back: one of its statements failed');
    return done;
  });
}

/** `runTransaction` for work that writes nothing: its end is not awaited. */
export function runReads<T>(source: DataSource, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return onConnection(source, {}, async (tx, client) => {
    const done = await work(tx);
    client.query('COMMIT').catch(() => undefined);
    return done;
  });
}

async function onConnection<T>(
  source: DataSource,
  options: TransactionOptions,
  work: (tx: Transaction, client: ResilientClient) => Promise<T>,
): Promise<T> {
  const runner = source.createQueryRunner();
  const client = (await runner.connect()) as ResilientClient;
  try {
    begin(runner, client, options);
    return await work(runner.manager, client);
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    await runner.release();
  }
}

/**
 * A statement of many parts looks expensive to a planner that has no statistics yet, and compiling it takes seconds where running it takes
 * less than a millisecond: the notice of an incident took 7 s.
 */
const COMPILE_NOTHING = 'SET LOCAL jit = off';

const BEGIN = `START TRANSACTION; SET LOCAL idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}; ${COMPILE_NOTHING}`;

function begin(
  runner: QueryRunner,
  client: ResilientClient,
  { origin, plansOnce, lockTimeoutMs }: TransactionOptions,
): void {
  client.sendTogether();
  // Repositories of TypeORM begin a transaction of their own unless this says that there is one.
  (runner as { isTransactionActive: boolean }).isTransactionActive = true;
  // No statement may run without it. It cannot fail but with its connection, which then fails those that follow.
  const told = origin ? `; SET LOCAL catalog.origin = ${client.escapeLiteral(JSON.stringify(origin))}` : '';
  const planned = plansOnce ? `; ${PLAN_ONCE}` : '';
  const hurried = lockTimeoutMs === undefined ? '' : `; SET LOCAL lock_timeout = ${lockTimeoutMs}`;
  client.query(`${BEGIN}${told}${planned}${hurried}`).catch((error: Error) => client.abort(error));
}
