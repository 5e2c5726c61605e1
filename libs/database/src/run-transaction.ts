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
 */
export function runTransaction<T>(
  source: DataSource,
  work: (tx: Transaction) => Promise<T>,
  finish?: LastStep,
): Promise<T> {
  return onConnection(source, async (tx, client) => {
    const done = await work(tx);
    const last = await finish?.(tx);
    const [ended] = await Promise.all([client.query('COMMIT'), last?.sent]);
    // What the database answers where a statement failed, and nobody told of it.
    if (ended.command !== 'COMMIT') throw new Error('The transaction was rolled back: one of its statements failed');
    return done;
  });
}

/** As `runTransaction`, for work that writes nothing: nobody waits for its end. */
export function runReads<T>(source: DataSource, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return onConnection(source, async (tx, client) => {
    const done = await work(tx);
    client.query('COMMIT').catch(() => undefined);
    return done;
  });
}

async function onConnection<T>(
  source: DataSource,
  work: (tx: Transaction, client: ResilientClient) => Promise<T>,
): Promise<T> {
  const runner = source.createQueryRunner();
  const client = (await runner.connect()) as ResilientClient;
  try {
    begin(runner, client);
    return await work(runner.manager, client);
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    await runner.release();
  }
}

function begin(runner: QueryRunner, client: ResilientClient): void {
  client.sendTogether();
  // Repositories of TypeORM begin a transaction of their own unless this says that there is one.
  (runner as { isTransactionActive: boolean }).isTransactionActive = true;
  // No statement may run without it. It cannot fail but with its connection, which then fails those that follow.
  client.query('START TRANSACTION').catch((error: Error) => client.connection.stream.destroy(error));
}
