import type { Client } from 'pg';
import type { SessionContext } from '../engine';
import { SourceError } from '../reason';
import type { PostgresConfig } from './postgres-config';
import { POSTGRES } from './postgres-dialect';
import { explainPostgres } from './postgres-explain';
import { connected, one } from './postgres-line';
import { WireSession } from './wire-session';

/** A client that is cut off is noticed by the server within this time (PostgreSQL 14 and newer). */
const CHECK_CLIENT_SECONDS = 5;
/** Beyond it a session that does nothing is ended by the server: a stalled worker must not retain a snapshot. */
const IDLE_SECONDS = 300;
/** How long a lock is waited for: reading waits for none but that of a table that is being altered. */
const LOCK_SECONDS = 2;
const MS = 1_000;
/** Where functions, operators and types are looked for: only an administrator of the source adds any there. */
const CATALOGUE = 'pg_catalog';

const CHECK_CLIENT = `
  SELECT set_config('client_connection_check_interval', '${CHECK_CLIENT_SECONDS * MS}', true)
  WHERE current_setting('server_version_num')::int >= 140000`;

/** A read-only snapshot of one database. */
export class PostgresSession extends WireSession {
  readonly dialect = POSTGRES;
  private path = CATALOGUE;

  static async open(config: PostgresConfig, context: SessionContext): Promise<PostgresSession> {
    const line = await connected(config, context, explainPostgres);
    const { client } = line;
    try {
      const begin = (on: Client): Promise<number> => beginReading(on, context.limits.statementSeconds);
      const pid = await begin(client);
      return new PostgresSession({ line, config, context, explain: explainPostgres, pid, begin });
    } catch (error) {
      await client.end().catch(() => undefined);
      throw new SourceError(explainPostgres(error, config), { cause: error });
    }
  }

  enter(schema: string): Promise<void> {
    return this.search(`${CATALOGUE}, ${POSTGRES.name(schema)}`);
  }

  leave(): Promise<void> {
    return this.search(CATALOGUE);
  }

  now(): Promise<number> {
    return this.numberOf('SELECT round(extract(epoch FROM clock_timestamp()) * 1000)::bigint');
  }

  protected async rollBack(): Promise<void> {
    await this.line.client.query('ROLLBACK TO SAVEPOINT reading');
  }

  protected async again(): Promise<void> {
    const path = `SET LOCAL search_path = ${this.path}`;
    await this.line.client.query(`${path}; RELEASE SAVEPOINT reading; SAVEPOINT reading`);
  }

  private async search(path: string): Promise<void> {
    await this.query(`SET LOCAL search_path = ${path}`);
    // What was set behind a savepoint goes when it is taken up again.
    await this.query('RELEASE SAVEPOINT reading');
    await this.query('SAVEPOINT reading');
    this.path = path;
  }
}

/** Begins a reading in two round trips, since a source may be far away. @returns the id of the process that serves it */
async function beginReading(client: Client, statementSeconds: number): Promise<number> {
  const statements = [
    'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
    `SET LOCAL statement_timeout = ${statementSeconds * MS}`,
    `SET LOCAL idle_in_transaction_session_timeout = ${IDLE_SECONDS * MS}`,
    `SET LOCAL lock_timeout = ${LOCK_SECONDS * MS}`,
    "SET LOCAL TimeZone = 'UTC'",
    "SET LOCAL DateStyle = 'ISO'",
    'SET LOCAL standard_conforming_strings = on',
    'SET LOCAL extra_float_digits = 1',
    `SET LOCAL search_path = ${CATALOGUE}`,
    CHECK_CLIENT,
    // A statement that fails takes the transaction along; from here it is taken up again.
    'SAVEPOINT reading',
  ];
  await client.query(statements.join('; '));
  const [pid] = await one(client, 'SELECT pg_backend_pid()');
  return Number(pid);
}
