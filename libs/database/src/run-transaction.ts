import type { DataSource, QueryRunner } from 'typeorm';
import type { ResilientClient } from './resilient-client';
import type { Transaction } from './transaction';

/** What is still under way of a transaction that has nothing else to do: its commit is sent behind it, without waiting for it. */
export interface LastStatements {
  readonly sent: Promise<unknown>;
}

/** What a transaction ends with; what it sends and does not wait for must not fail. */
export type LastStep = (tx: Transaction) => Promise<LastStatements | void>;

/**
 * A transaction whose beginning goes out with its first statement, and whose end with its last ones where these are known: a round
 * trip each that TypeORM's own takes.
 *
 * @param finish gives the statements that the commit need not wait for, because they do not fail
 */
export async function runTransaction<T>(
  source: DataSource,
  work: (tx: Transaction) => Promise<T>,
  finish: (tx: Transaction) => Promise<LastStatements | undefined> = () => Promise.resolve(undefined),
): Promise<T> {
  const runner = source.createQueryRunner();
  const client = (await runner.connect()) as ResilientClient;
  try {
    const begun = begin(runner, client);
    const done = await work(runner.manager);
    const last = await finish(runner.manager);
    await begun;
    const [ended] = await Promise.all([client.query('COMMIT'), last?.sent]);
    // What the database answers where a statement failed, and nobody told of it.
    if (ended.command !== 'COMMIT') throw new Error('The transaction was rolled back: one of its statements failed');
    return done;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    await runner.release();
  }
}

function begin(runner: QueryRunner, client: ResilientClient): Promise<unknown> {
  client.sendTogether();
  // Repositories of TypeORM begin a transaction of their own unless this says that there is one.
  (runner as { isTransactionActive: boolean }).isTransactionActive = true;
  const begun = client.query('START TRANSACTION');
  // What follows must not run without it. It cannot fail but with its connection.
  begun.catch((error: Error) => client.connection.stream.destroy(error));
  return begun;
}
