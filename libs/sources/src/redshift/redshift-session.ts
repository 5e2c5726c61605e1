import type { Client } from 'pg';
import type { SessionContext } from '../engine';
import type { PostgresConfig } from '../postgres/postgres-config';
import { connected, one } from '../postgres/postgres-line';
import { type Opened, WireSession } from '../postgres/wire-session';
import { SourceError } from '../reason';
import { REDSHIFT, REDSHIFT_STANDARD_TEXTS } from './redshift-dialect';
import { explainRedshift } from './redshift-explain';

const MS = 1_000;
/** Code of an error about a setting that this server has not. */
const UNKNOWN_SETTING = '42704';
const BEGIN = 'BEGIN ISOLATION LEVEL SERIALIZABLE READ ONLY';

/**
 * A read-only snapshot of one database. There are no savepoints: a statement that fails ends the transaction, and the next one sees a
 * snapshot of its own.
 */
export class RedshiftSession extends WireSession {
  private schema?: string;

  private constructor(
    opened: Opened,
    readonly dialect: typeof REDSHIFT,
  ) {
    super(opened);
  }

  static async open(config: PostgresConfig, context: SessionContext): Promise<RedshiftSession> {
    const line = await connected(config, context, explainRedshift);
    const { client } = line;
    try {
      const [length] = await one(client, "SELECT char_length('\\\\')");
      const begin = (on: Client): Promise<number> => beginReading(on, context.limits.statementSeconds);
      const pid = await begin(client);
      const dialect = Number(length) === 1 ? REDSHIFT : REDSHIFT_STANDARD_TEXTS;
      return new RedshiftSession({ line, config, context, explain: explainRedshift, pid, begin }, dialect);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw new SourceError(explainRedshift(error, config), { cause: error });
    }
  }

  async enter(schema: string): Promise<void> {
    await this.query(this.searchPath(schema));
    this.schema = schema;
  }

  async now(): Promise<number> {
    return (await this.numberOf('SELECT CAST(extract(epoch FROM getdate()) AS bigint)')) * MS;
  }

  protected async rollBack(): Promise<void> {
    await this.again();
  }

  protected async again(): Promise<void> {
    await this.line.client.query('ROLLBACK');
    if (this.schema !== undefined) await this.line.client.query(this.searchPath(this.schema));
    await this.line.client.query(BEGIN);
  }

  private searchPath(schema: string): string {
    return `SET search_path TO ${this.dialect.name(schema)}`;
  }
}

/** Settings stand outside of the transaction, so that they outlive one that is rolled back. @returns the id of the process that serves it */
async function beginReading(client: Client, statementSeconds: number): Promise<number> {
  const settings = [
    `statement_timeout TO ${statementSeconds * MS}`,
    "timezone TO 'UTC'",
    "datestyle TO 'ISO, MDY'",
    'extra_float_digits TO 2',
  ];
  for (const setting of settings) await client.query(`SET ${setting}`);
  await keepCase(client);
  const [pid] = await one(client, 'SELECT pg_backend_pid()');
  await client.query(BEGIN);
  return Number(pid);
}

/** Quoted names are folded to lower case otherwise; servers that lack the setting have no others. */
async function keepCase(client: Client): Promise<void> {
  try {
    await client.query('SET enable_case_sensitive_identifier TO true');
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== UNKNOWN_SETTING) throw error;
  }
}
