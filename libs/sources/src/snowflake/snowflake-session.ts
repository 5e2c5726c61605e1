import type { Agent } from 'node:http';
import type { Readable } from 'node:stream';
import { endsWithin } from '@app/common';
import { loadDriver } from '../connect/driver';
import { LimitedRows } from '../connect/limited-rows';
import { PinnedAgents } from '../connect/pinned-agents';
import type { Cell, Rows, Session, SessionContext, SessionLimits } from '../engine';
import { SourceError, wasCancelled } from '../reason';
import { requireReading } from '../sql/guard';
import { explainSnowflake, type SnowflakeConfig } from './snowflake-connection';
import { SNOWFLAKE } from './snowflake-dialect';

const MS = 1_000;
/** A cancel that comes before the statement has begun is lost: it is sent again until the statement has ended. */
const CANCEL_EVERY_MS = 100;
const CANCEL_TRIES = 20;
const CLOSE_MS = 2_000;

/** On loading, the driver looks for a cloud at link-local addresses, which are never called. */
const NO_DETECTION = 'SNOWFLAKE_DISABLE_PLATFORM_DETECTION';

/** The part of the driver that is used. */
interface Driver {
  configure(options: { readonly logLevel: 'OFF'; readonly additionalLogToConsole: false }): void;
  createConnection(options: object): Connection;
}
interface Connection {
  connect(done: (error: unknown) => void): void;
  execute(options: {
    readonly sqlText: string;
    readonly streamResult: true;
    readonly rowMode: 'array';
    readonly fetchAsString: readonly string[];
    readonly parameters: Readonly<Record<string, number>>;
    complete(error: unknown, statement: Statement): void;
  }): Statement;
  destroy(done: () => void): void;
}
interface Statement {
  getColumns(): readonly { getName(): string }[];
  streamRows(): Readable;
  cancel(done: () => void): void;
}

interface Running {
  readonly statement: Statement;
  readonly ended: Promise<unknown>;
}

/** Reading of one account. It has no read-only mode and no snapshot: a statement that is no reading is not sent. */
export class SnowflakeSession implements Session {
  readonly dialect = SNOWFLAKE;
  private running?: Running;
  private cancelled = false;

  private constructor(
    private readonly connection: Connection,
    private readonly agents: PinnedAgents,
    private readonly config: SnowflakeConfig,
    private readonly limits: SessionLimits,
  ) {}

  /** @throws {SourceError} where it cannot be connected */
  static async open(config: SnowflakeConfig, context: SessionContext): Promise<SnowflakeSession> {
    const { limits, networks, program } = context;
    // eslint-disable-next-line no-restricted-properties -- the driver takes it from nowhere else
    process.env[NO_DETECTION] ??= 'true';
    const driver = await loadDriver<Driver>('snowflake-sdk', context.driversFolder);
    driver.configure({ logLevel: 'OFF', additionalLogToConsole: false });
    const agents = new PinnedAgents(networks);
    const connection = driver.createConnection(optionsOf(config, agents));
    const session = new SnowflakeSession(connection, agents, config, limits);
    try {
      await session.begin(program);
      return session;
    } catch (error) {
      await session.close();
      throw new SourceError(explainSnowflake(error, config), { cause: error });
    }
  }

  async query(
    sql: string,
    _params: readonly Cell[] = [],
    bounds: Partial<Pick<SessionLimits, 'rows' | 'bytes'>> = {},
  ): Promise<Rows> {
    if (this.cancelled) throw wasCancelled();
    requireReading(sql, ['SHOW']);
    try {
      return await this.run(sql, { ...this.limits, ...bounds });
    } catch (error) {
      if (this.cancelled && !(error instanceof SourceError)) throw wasCancelled(error);
      throw new SourceError(explainSnowflake(error, this.config, sql), { cause: error });
    } finally {
      this.running = undefined;
    }
  }

  async enter(schema: string): Promise<void> {
    if (this.cancelled) throw wasCancelled();
    const { database } = this.config;
    const name = SNOWFLAKE.name(...(database === undefined ? [] : [database]), schema);
    try {
      await this.run(`USE SCHEMA ${name}`, this.limits);
    } catch (error) {
      throw new SourceError(explainSnowflake(error, this.config, name), { cause: error });
    }
  }

  async now(): Promise<number> {
    const { rows } = await this.query('SELECT CAST(DATE_PART(epoch_millisecond, CURRENT_TIMESTAMP()) AS varchar)');
    return Number(rows[0]![0]);
  }

  async cancel(): Promise<void> {
    this.cancelled = true;
    if (!this.running) return;
    const { statement, ended } = this.running;
    for (let i = 0; i < CANCEL_TRIES; i++) {
      statement.cancel(() => undefined);
      if (await endsWithin(ended, CANCEL_EVERY_MS)) return;
    }
    this.agents.destroy();
  }

  async close(): Promise<void> {
    await endsWithin(new Promise<void>((resolve) => this.connection.destroy(() => resolve())), CLOSE_MS);
    this.agents.destroy();
  }

  private async begin(program: string): Promise<void> {
    const connecting = new Promise<void>((resolve, reject) =>
      this.connection.connect((error) => (error ? reject(error as Error) : resolve())),
    );
    const ended = connecting.catch(() => undefined);
    if (!(await endsWithin(ended, this.limits.connectSeconds * MS)))
      throw Object.assign(new Error('no answer in time'), { code: 'CONNECT_TIMEOUT' });
    await connecting;
    if (!this.agents.wereAsked)
      throw new Error('This version of snowflake-sdk connects to addresses that were not judged: install one of 3.3');
    const { statementSeconds } = this.limits;
    const settings = [
      `STATEMENT_TIMEOUT_IN_SECONDS = ${statementSeconds}`,
      `STATEMENT_QUEUED_TIMEOUT_IN_SECONDS = ${statementSeconds}`,
      "TIMEZONE = 'UTC'",
      'QUOTED_IDENTIFIERS_IGNORE_CASE = FALSE',
      // A statement whose client is gone ends after some minutes, and with its time-out at the latest.
      'ABORT_DETACHED_QUERY = TRUE',
      `QUERY_TAG = ${SNOWFLAKE.text(program)}`,
    ];
    await this.run(`ALTER SESSION SET ${settings.join(' ')}`, this.limits);
  }

  private run(sqlText: string, limits: SessionLimits): Promise<Rows> {
    let statement: Statement | undefined;
    const answered = new Promise<Rows>((resolve, reject) => {
      statement = this.connection.execute({
        sqlText,
        streamResult: true,
        rowMode: 'array',
        fetchAsString: ['Boolean', 'Number', 'Date', 'JSON', 'Buffer'],
        parameters: { MULTI_STATEMENT_COUNT: 1 },
        complete: (error, done) => {
          if (error) reject(error as Error);
          else collect(done, limits).then(resolve, reject);
        },
      });
    });
    if (statement) this.running = { statement, ended: answered.catch(() => undefined) };
    return answered;
  }
}

function optionsOf(config: SnowflakeConfig, agents: PinnedAgents): object {
  const { account, user, password, privateKey, warehouse, database, role } = config;
  return {
    account,
    username: user,
    ...(privateKey === undefined ? { password } : { authenticator: 'SNOWFLAKE_JWT', privateKey }),
    warehouse,
    ...(database !== undefined && { database: SNOWFLAKE.name(database) }),
    ...(role !== undefined && { role }),
    application: 'metadata_catalog',
    // What is absent is told with the login, not with the first statement.
    validateDefaultParameters: true,
    representNullAsStringNull: false,
    clientSessionKeepAlive: false,
    sfRetryMaxLoginRetries: 0,
    // Asked with each request; of a large result some go to the storage of a cloud.
    agentClass: ({ protocol, hostname }: { readonly protocol: string; readonly hostname: string }): Agent =>
      agents.of(protocol, hostname),
  };
}

async function collect(statement: Statement, limits: SessionLimits): Promise<Rows> {
  const columns = statement.getColumns().map((column) => column.getName());
  const collected = new LimitedRows(limits);
  // Leaving the loop ends the stream, and no further part of the result is fetched.
  for await (const row of statement.streamRows() as AsyncIterable<readonly unknown[]>)
    if (!collected.add(row.map(cellOf))) throw collected.excess!;
  return { columns, rows: collected.rows };
}

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
}
