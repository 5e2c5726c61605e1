import type { Agent } from 'node:http';
import type { Readable } from 'node:stream';
import { endsWithin } from '@app/common';
import { loadDriver } from '../connect/driver';
import { cellOf, LimitedRows } from '../connect/limited-rows';
import { connectedWithin } from '../connect/network-errors';
import { PinnedAgents } from '../connect/pinned-agents';
import { StatementSession } from '../connect/statement-session';
import type { Rows, SessionContext, SessionLimits } from '../engine';
import { requireReading } from '../sql/guard';
import { explainSnowflake, type SnowflakeConfig } from './snowflake-connection';
import { SNOWFLAKE } from './snowflake-dialect';

const MS = 1_000;
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

/** Reading of one account. It has no read-only mode and no snapshot: a statement that is no reading is not sent. */
export class SnowflakeSession extends StatementSession {
  readonly dialect = SNOWFLAKE;
  private statement?: Statement;

  private constructor(
    private readonly connection: Connection,
    private readonly agents: PinnedAgents,
    private readonly config: SnowflakeConfig,
    limits: SessionLimits,
  ) {
    super(limits, (error, statement) => explainSnowflake(error, config, statement));
  }

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
    return session.opened(session.begin(program));
  }

  async enter(schema: string): Promise<void> {
    const { database } = this.config;
    const use = `USE SCHEMA ${SNOWFLAKE.name(...(database === undefined ? [] : [database]), schema)}`;
    await this.asked(use, () => this.run(use, this.limits));
  }

  now(): Promise<number> {
    return this.numberOf('SELECT CAST(DATE_PART(epoch_millisecond, CURRENT_TIMESTAMP()) AS varchar)');
  }

  async close(): Promise<void> {
    await endsWithin(new Promise<void>((resolve) => this.connection.destroy(() => resolve())), CLOSE_MS);
    this.cut();
  }

  protected override requireReading(sql: string): void {
    requireReading(sql, ['SHOW']);
  }

  private async begin(program: string): Promise<void> {
    const connecting = new Promise<void>((resolve, reject) =>
      this.connection.connect((error) => (error ? reject(error as Error) : resolve())),
    );
    await connectedWithin(connecting, this.limits.connectSeconds * MS);
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

  protected run(sqlText: string, limits: SessionLimits): Promise<Rows> {
    return new Promise((resolve, reject) => {
      this.statement = this.connection.execute({
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
  }

  protected end(): Promise<void> {
    this.statement?.cancel(() => undefined);
    return Promise.resolve();
  }

  protected cut(): void {
    this.agents.destroy();
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
    // Missing objects are reported at the login, not with the first statement.
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
