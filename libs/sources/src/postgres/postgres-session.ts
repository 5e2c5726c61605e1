import type { SessionContext } from '../engine';
import { SourceError } from '../reason';
import type { PostgresConfig } from './postgres-config';
import { POSTGRES } from './postgres-dialect';
import { explainPostgres } from './postgres-explain';
import { connected, one } from './postgres-line';
import { type Opened, WireSession } from './wire-session';

/** A client that is cut off is noticed by the server within this time (PostgreSQL 14 and newer). */
const CHECK_CLIENT_SECONDS = 5;
/** Beyond it a session that does nothing is ended by the server: a worker that stands still must not hold a snapshot. */
const IDLE_SECONDS = 300;
/** How long a lock is waited for: reading waits for none but that of a table that is being altered. */
const LOCK_SECONDS = 2;
const MS = 1_000;

/** A read-only snapshot of one database. */
export class PostgresSession extends WireSession {
  readonly dialect = POSTGRES;

  private constructor(opened: Opened) {
    super(opened, explainPostgres);
  }

  static async open(config: PostgresConfig, context: SessionContext): Promise<PostgresSession> {
    const line = await connected(config, context, explainPostgres);
    const { client } = line;
    try {
      const { limits } = context;
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const [version, pid] = await one(client, "SELECT current_setting('server_version_num'), pg_backend_pid()");
      const settings = [
        `statement_timeout = ${limits.statementSeconds * MS}`,
        `idle_in_transaction_session_timeout = ${IDLE_SECONDS * MS}`,
        `lock_timeout = ${LOCK_SECONDS * MS}`,
        "TimeZone = 'UTC'",
        "DateStyle = 'ISO'",
        'standard_conforming_strings = on',
        'extra_float_digits = 1',
        ...(Number(version) >= 140_000 ? [`client_connection_check_interval = ${CHECK_CLIENT_SECONDS * MS}`] : []),
      ];
      for (const setting of settings) await client.query(`SET LOCAL ${setting}`);
      // A statement that fails takes the transaction along; from here it is taken up again.
      await client.query('SAVEPOINT reading');
      return new PostgresSession({ line, config, context, pid: Number(pid) });
    } catch (error) {
      await client.end().catch(() => undefined);
      throw new SourceError(explainPostgres(error, config), { cause: error });
    }
  }

  async enter(schema: string): Promise<void> {
    await this.query(`SET LOCAL search_path = ${POSTGRES.name(schema)}`);
    // What was set behind a savepoint goes when it is taken up again.
    await this.query('RELEASE SAVEPOINT reading');
    await this.query('SAVEPOINT reading');
  }

  async now(): Promise<number> {
    const { rows } = await this.query('SELECT round(extract(epoch FROM clock_timestamp()) * 1000)::bigint');
    return Number(rows[0]![0]);
  }

  protected recover(): Promise<unknown> {
    return this.line.client.query('ROLLBACK TO SAVEPOINT reading');
  }
}
