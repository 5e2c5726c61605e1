import { connect, type Socket } from 'node:net';
import { endsWithin } from '@app/common';
import { loadDriver } from '../connect/driver';
import { LimitedRows } from '../connect/limited-rows';
import { connectedWithin } from '../connect/network-errors';
import { StatementSession } from '../connect/statement-session';
import type { Cell, Rows, SessionContext, SessionLimits } from '../engine';
import type { Dialect } from '../sql/dialect';
import { requireReading } from '../sql/guard';
import { explainMssql, type MssqlConfig } from './mssql-connection';
import { MSSQL, MSSQL_2025 } from './mssql-dialect';

const MS = 1_000;
/** How long a lock is waited for. */
const LOCK_MS = 2_000;
const CLOSE_MS = 2_000;
/** No reading is longer: the driver closes what is not used for this long. */
const IDLE_MS = 86_400_000;
/** Level of databases that know regular expressions. */
const REGEXP_LEVEL = 170;

/** The sockets of a session. Once it has begun no other is opened: what was set, and the snapshot, would be another's. */
interface Line {
  readonly sockets: Socket[];
  hasBegun: boolean;
}

/** The part of the driver that is used. */
interface Driver {
  readonly ConnectionPool: new (options: object) => Pool;
  readonly Request: new (pool: Pool) => Request;
}
interface Pool {
  connect(): Promise<unknown>;
  close(): Promise<void>;
  on(event: 'error', listener: () => void): unknown;
}
interface Request {
  stream: boolean;
  arrayRowMode: boolean;
  on(event: 'recordset', listener: (columns: readonly { readonly name: string }[]) => void): unknown;
  on(event: 'row', listener: (row: readonly unknown[]) => void): unknown;
  on(event: 'error', listener: (error: unknown) => void): unknown;
  on(event: 'done', listener: () => void): unknown;
  batch(sql: string): unknown;
  cancel(): void;
}

/**
 * Reading of one database, in one transaction that is rolled back: of one snapshot where the database has them. There is no read-only
 * mode: a statement that is no reading is not sent.
 */
export class MssqlSession extends StatementSession {
  dialect: Dialect = MSSQL;
  /** The driver remembers a cancel that comes too early. */
  protected override readonly cancelling = { everyMs: 5_000, tries: 1 };
  private request?: Request;
  private begin = 'BEGIN TRANSACTION';

  private constructor(
    private readonly driver: Driver,
    private readonly pool: Pool,
    private readonly line: Line,
    config: MssqlConfig,
    limits: SessionLimits,
  ) {
    super(limits, (error, statement) => explainMssql(error, config, statement));
  }

  /** @throws {SourceError} where it cannot be connected */
  static async open(config: MssqlConfig, context: SessionContext): Promise<MssqlSession> {
    const { limits, networks } = context;
    networks.requireHost(config.host);
    const driver = await loadDriver<Driver>('mssql', context.driversFolder);
    const line: Line = { sockets: [], hasBegun: false };
    const pool = new driver.ConnectionPool(optionsOf(config, context, line));
    pool.on('error', () => undefined);
    const session = new MssqlSession(driver, pool, line, config, limits);
    return session.opened(connectedWithin(session.start(), limits.connectSeconds * MS));
  }

  /** A session has no path of schemas: unqualified names stay those of the user's default schema. */
  enter(): Promise<void> {
    return Promise.resolve();
  }

  now(): Promise<number> {
    return this.numberOf(
      "SELECT CAST(DATEDIFF_BIG(millisecond, CAST('1970-01-01' AS datetime2(7)), SYSUTCDATETIME()) AS varchar(20))",
    );
  }

  async close(): Promise<void> {
    // The server rolls back what a line that ends has begun.
    await endsWithin(
      this.pool.close().catch(() => undefined),
      CLOSE_MS,
    );
    this.cut();
  }

  protected end(): Promise<void> {
    this.request?.cancel();
    return Promise.resolve();
  }

  protected override requireReading(sql: string): void {
    requireReading(sql);
  }

  protected cut(): void {
    for (const socket of this.line.sockets) socket.destroy();
  }

  private async start(): Promise<void> {
    await this.pool.connect();
    if (!this.line.sockets.length)
      throw new Error('This version of mssql connects to addresses that were not judged: install one of 12.7');
    const { rows } = await this.run(
      `SET LOCK_TIMEOUT ${LOCK_MS}; SET XACT_ABORT OFF; SET TEXTSIZE 2147483647; SET LANGUAGE us_english; SET QUOTED_IDENTIFIER ON;
       SELECT CAST(snapshot_isolation_state AS varchar(1)), CAST(compatibility_level AS varchar(5)) FROM sys.databases WHERE database_id = DB_ID()`,
      this.limits,
    );
    const [snapshots, level] = rows[0] ?? [];
    if (snapshots === '1') this.begin = 'SET TRANSACTION ISOLATION LEVEL SNAPSHOT; BEGIN TRANSACTION';
    if (Number(level) >= REGEXP_LEVEL) this.dialect = MSSQL_2025;
    await this.run(this.begin, this.limits);
    this.line.hasBegun = true;
  }

  /** Some errors end the transaction, others leave it unfit: the next statement has one of its own. */
  protected override async recover(): Promise<void> {
    if (this.cancelled) return;
    await this.run(`IF @@TRANCOUNT > 0 ROLLBACK TRANSACTION; ${this.begin}`, this.limits);
  }

  protected run(sql: string, limits: SessionLimits): Promise<Rows> {
    const request = new this.driver.Request(this.pool);
    this.request = request;
    request.stream = true;
    request.arrayRowMode = true;
    const collected = new LimitedRows(limits);
    let columns: readonly string[] = [];
    let failed: unknown;
    return new Promise((resolve, reject) => {
      request.on('recordset', (found) => (columns = found.map(({ name }) => name)));
      request.on('row', (row) => {
        // What is too large is not read to its end.
        if (!collected.add(row.map(cellOf))) request.cancel();
      });
      request.on('error', (error) => (failed ??= error));
      request.on('done', () => {
        const error = collected.excess ?? failed;
        if (error === undefined) resolve({ columns, rows: collected.rows });
        else reject(error as Error);
      });
      request.batch(sql);
    });
  }
}

function optionsOf(config: MssqlConfig, { limits, networks, program }: SessionContext, line: Line): object {
  const { host, port, user, password, database, encrypt, trustServerCertificate } = config;
  return {
    server: host,
    port,
    user,
    password,
    ...(database !== undefined && { database }),
    connectionTimeout: limits.connectSeconds * MS,
    // The driver ends the statement in the server by then: of itself the server knows no limit.
    requestTimeout: limits.statementSeconds * MS,
    pool: { max: 1, min: 1, idleTimeoutMillis: IDLE_MS },
    // Otherwise each statement is sent after another one that tries the connection.
    validateConnection: 'socket',
    options: {
      appName: program,
      encrypt,
      trustServerCertificate,
      readOnlyIntent: true,
      useUTC: true,
      // The address is judged, and the one that was judged is connected to.
      connector: () =>
        new Promise<Socket>((resolve, reject) => {
          if (line.hasBegun) {
            reject(Object.assign(new Error('The connection was lost'), { code: 'ECONNRESET' }));
            return;
          }
          const socket = connect({ host, port, lookup: networks.lookupFor(host), keepAlive: true });
          line.sockets.push(socket);
          socket.once('connect', () => resolve(socket));
          socket.once('error', reject);
        }),
    },
  };
}

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  return Buffer.isBuffer(value) ? value.toString('hex') : String(value as string | number | boolean);
}
