import type { PreparedStatement } from '@app/database';
import { Pool } from 'pg';
import type { QueryResultRow } from 'pg';
import { MOST_SCANS } from './scan-gate';
import { Snapshot } from './snapshot';

/** Beside the scans, readers who fell behind read their edges by a few statements each. */
const MOST = MOST_SCANS + 2;
const CONNECTION_WAIT_MS = 1_500;

/** The connections of the exports: they take none from whoever else is served, and are closed when nothing is exported. */
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
    // One that is lost while nobody uses it is not missed; one that is lost between two statements is told by the next of them.
    this.pool.on('error', () => undefined);
    this.pool.on('connect', (client) => client.on('error', () => undefined));
  }

  async read<Row extends QueryResultRow>(statement: PreparedStatement, values: readonly unknown[]): Promise<Row[]> {
    const { rows } = await this.pool.query<Row>({ ...statement, values: [...values] });
    return rows;
  }

  /**
   * Reads in one state of the database, whatever is written meanwhile. It holds a connection until `work` ends, and is never
   * repeated: what `work` gave away stays true.
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
      // A connection that cannot even roll back is no use to anybody.
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
