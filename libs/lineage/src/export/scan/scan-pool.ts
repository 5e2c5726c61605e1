import type { PreparedStatement } from '@app/database';
import { Pool, type QueryResultRow } from 'pg';
import { Snapshot } from './snapshot';

/** Concurrent scans per process: each occupies a connection, and some megabytes. */
export const MOST_SCANS = 4;
/** In addition to the scans, slow readers read their edges by a few statements each. */
const MOST = MOST_SCANS + 2;
const CONNECTION_WAIT_MS = 1_500;

/** A separate connection pool for exports: they take no connections from other requests, and are closed when idle. */
export class ScanPool {
  private readonly pool: Pool;

  constructor(url: string) {
    this.pool = new Pool({
      connectionString: url,
      max: MOST,
      connectionTimeoutMillis: CONNECTION_WAIT_MS,
      keepAlive: true,
      application_name: 'metadata-catalog-exports',
    });
    // Losing an idle connection has no consequence; losing one between two statements ends the next one. Not by the client of
    // @app/database: with it TypeORM would be loaded, which takes the thread of exports most of its start and of its memory.
    this.pool.on('error', () => undefined);
    this.pool.on('connect', (client) => client.on('error', () => undefined));
  }

  async read<Row extends QueryResultRow>(statement: PreparedStatement, values: readonly unknown[]): Promise<Row[]> {
    const { rows } = await this.pool.query<Row>({ ...statement, values: [...values] });
    return rows;
  }

  /**
   * Reads in one snapshot of the database, independent of concurrent writes. It occupies a connection until `work` ends,
   * and is never retried: data already emitted stays valid.
   *
   * @param settings `set local …` of these reads, separated by semicolons
   */
  async snapshot<T>(settings: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    try {
      await client.query(`begin isolation level repeatable read read only; ${settings}`);
      const done = await work(new Snapshot(client));
      await client.query('commit');
      client.release();
      return done;
    } catch (error) {
      // A connection that cannot roll back is discarded.
      await client.query('rollback').then(
        () => client.release(),
        (lost: Error) => client.release(lost),
      );
      throw error;
    }
  }

  async close(): Promise<void> {
    if (!this.pool.ended) await this.pool.end();
  }
}
