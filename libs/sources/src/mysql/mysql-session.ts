import { connect as connectSocket, type Socket } from 'node:net';
import { endsWithin } from '@app/common';
import type { Connection, ConnectionOptions, SslOptions } from 'mysql2';
import { LimitedRows } from '../connect/limited-rows';
import { type Framing, MessageLimit } from '../connect/message-limit';
import { connectedWithin } from '../connect/network-errors';
import { StatementSession } from '../connect/statement-session';
import type { Cell, ResultBounds, Row, Rows, SessionContext, SessionLimits } from '../engine';
import { SourceError } from '../reason';
import type { Dialect } from '../sql/dialect';
import type { MysqlConfig } from './mysql-config';
import { MARIADB, MYSQL } from './mysql-dialect';
import { explainMysql } from './mysql-explain';

const MS = 1_000;
const CLOSE_MS = 2_000;
/** An idle session is ended by the server: a stalled worker must not retain a snapshot. In s. */
const IDLE_SECONDS = 300;

/** With these a literal of ours would mean something else, or CHAR would bring its padding. */
const UNWANTED_MODES: ReadonlySet<string> = new Set([
  ...['ANSI', 'ANSI_QUOTES', 'NO_BACKSLASH_ESCAPES', 'PIPES_AS_CONCAT', 'PAD_CHAR_TO_FULL_LENGTH', 'IGNORE_SPACE'],
  ...['ORACLE', 'MSSQL', 'DB2', 'MAXDB', 'POSTGRESQL', 'MYSQL323', 'MYSQL40', 'EMPTY_STRING_IS_NULL'],
]);

/** Length and number of a packet; one of the greatest length goes on in the next. */
const FRAMING: Framing = {
  headerBytes: 4,
  bodyBytes: (header) => header.readUIntLE(0, 3),
  goesOn: (bodyBytes) => bodyBytes === 0xffffff,
};

interface Line {
  readonly connection: Connection;
  readonly socket: Socket;
  /** Limit of the messages of its server. */
  readonly limit: MessageLimit;
}

/** A reading that was begun on a line. */
interface Begun {
  readonly line: Line;
  /** Id of the connection in the server. */
  readonly id: string;
  readonly dialect: Dialect;
}

/** A read-only snapshot of a server of MySQL or MariaDB. */
export class MysqlSession extends StatementSession {
  private schema?: string;

  private constructor(
    private readonly config: MysqlConfig,
    private readonly context: SessionContext,
    private begun: Begun,
  ) {
    super(context.limits, (error, statement) => explainMysql(error, config, statement));
  }

  static async open(config: MysqlConfig, context: SessionContext): Promise<MysqlSession> {
    return new MysqlSession(config, context, await begin(config, context));
  }

  get dialect(): Dialect {
    return this.begun.dialect;
  }

  async enter(schema: string): Promise<void> {
    await this.query(useOf(schema));
    this.schema = schema;
  }

  now(): Promise<number> {
    return this.numberOf('SELECT floor(unix_timestamp(now(3)) * 1000)');
  }

  async close(): Promise<void> {
    const { connection, socket } = this.begun.line;
    const ended = new Promise<void>((resolve) => connection.end(() => resolve()));
    if (!(await endsWithin(ended, CLOSE_MS))) socket.destroy();
  }

  protected async run(sql: string, limits: SessionLimits, params: readonly Cell[]): Promise<Rows> {
    const { connection, limit } = this.begun.line;
    let stopped: Promise<void> | undefined;
    limit.expect(limits.bytes);
    try {
      return await sent(connection, sql, limits, params, () => void (stopped = this.end()));
    } finally {
      if (stopped) await takeLateKill(connection, stopped, limits);
    }
  }

  /** A line that was cut is replaced by another, whose snapshot is a new one. */
  protected override async recover(): Promise<void> {
    if (!this.begun.line.limit.wasExceeded) return;
    this.begun = await begin(this.config, this.context);
    if (this.schema !== undefined) await sent(this.begun.line.connection, useOf(this.schema), this.limits);
  }

  protected async end(): Promise<void> {
    await this.kill().catch(() => undefined);
  }

  protected cut(): void {
    this.begun.line.socket.destroy();
  }

  /** Ends the statement, not the connection, on a second one. */
  private async kill(): Promise<void> {
    const { connection } = await connected(this.config, this.context);
    try {
      await sent(connection, `KILL QUERY ${this.begun.id}`, this.context.limits);
    } finally {
      connection.end();
    }
  }
}

const useOf = (schema: string): string => `USE ${MARIADB.name(schema)}`;

async function begin(config: MysqlConfig, context: SessionContext): Promise<Begun> {
  const line = await connected(config, context);
  const ask = (sql: string): Promise<Rows> => sent(line.connection, sql, context.limits);
  try {
    const { rows } = await ask('SELECT version(), connection_id(), @@sql_mode');
    const [version, id, modes] = rows[0]!;
    const isMariaDb = /mariadb/i.test(version!);
    const seconds = context.limits.statementSeconds;
    const kept = modes!.split(',').filter((mode) => !UNWANTED_MODES.has(mode));
    const settings = [
      "time_zone = '+00:00'",
      isMariaDb ? `max_statement_time = ${seconds}` : `max_execution_time = ${seconds * MS}`,
      `sql_mode = ${MARIADB.text(kept.join(','))}`,
      'lock_wait_timeout = 2',
      `wait_timeout = ${IDLE_SECONDS}`,
    ];
    await ask(`SET SESSION ${settings.join(', ')}`);
    // READ ONLY of the session as well: a statement that ends the transaction, such as CREATE, would run outside of it.
    await ask('SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    await ask('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY');
    return { line, id: id!, dialect: isMariaDb ? MARIADB : MYSQL };
  } catch (error) {
    line.socket.destroy();
    throw new SourceError(explainMysql(error, config), { cause: error });
  }
}

/** @param stop ends the statement in the source where its result is too large */
function sent(
  connection: Connection,
  sql: string,
  limits: ResultBounds,
  params: readonly Cell[] = [],
  stop: () => void = () => undefined,
): Promise<Rows> {
  const collected = new LimitedRows(limits);
  let columns: readonly string[] = [];
  return new Promise((resolve, reject) => {
    const failed = (error: unknown): void => reject(collected.excess ?? error);
    // The end of a line comes by the connection alone where a statement has no callback.
    connection.on('error', failed);
    const query = connection.query({ sql, ...(params.length && { values: [...params] }), rowsAsArray: true });
    query.on(
      'fields',
      (fields: readonly { readonly name: string }[]) => (columns = (fields ?? []).map(({ name }) => name)),
    );
    query.on('result', (row: unknown) => {
      // What is no row is the summary of a statement without rows.
      if (!Array.isArray(row) || collected.excess || collected.add(row as Row)) return;
      // The rest still comes, and is dropped.
      stop();
    });
    query.on('error', failed);
    query.on('end', () => {
      connection.off('error', failed);
      if (collected.excess) reject(collected.excess);
      else resolve({ columns, rows: collected.rows });
    });
  });
}

/** A KILL QUERY that comes after the end of its statement ends the next one: that shall be none of ours. */
async function takeLateKill(connection: Connection, stopped: Promise<void>, limits: ResultBounds): Promise<void> {
  await stopped;
  await sent(connection, 'DO 0', limits).catch(() => undefined);
}

function tlsOf({ sslMode, ca, cert, key }: MysqlConfig): SslOptions {
  return {
    ...(ca && { ca }),
    ...(cert && { cert }),
    ...(key && { key }),
    ...(sslMode === 'require' && { rejectUnauthorized: false }),
    ...(sslMode === 'verify-full' && { verifyIdentity: true }),
  };
}

/** The driver is loaded with the first connection. */
async function connected(config: MysqlConfig, { networks, limits, program }: SessionContext): Promise<Line> {
  const { createConnection } = await import('mysql2');
  networks.requireHost(config.host);
  const { host, port } = config;
  const lookup = networks.lookupFor(host);
  const socket = connectSocket({ host, port, lookup, keepAlive: true, noDelay: true });
  const options: ConnectionOptions = {
    host,
    port,
    user: config.user,
    password: config.password ?? '',
    charset: 'utf8mb4',
    // As they are: no number, date or JSON is made of a text.
    typeCast: (field) => field.string('utf8'),
    multipleStatements: false,
    // No file of this machine is given to a server that asks for one.
    flags: ['-LOCAL_FILES'],
    connectAttributes: { program_name: program },
    connectTimeout: limits.connectSeconds * MS,
    // The address is judged, and the one that was judged is connected to.
    stream: () => socket,
    ...(config.sslMode !== 'disable' && { ssl: tlsOf(config) }),
  };
  const limit = new MessageLimit(FRAMING);
  limit.watch(socket);
  const connection = createConnection(options);
  watchWithinTls(connection, limit);
  const connecting = new Promise<void>((resolve, reject) => {
    // What comes later is met by the statement that waits.
    connection.on('error', reject);
    socket.on('error', reject);
    connection.connect((error) => (error ? reject(error) : resolve()));
  });
  try {
    await connectedWithin(connecting, limits.connectSeconds * MS);
    return { connection, socket, limit };
  } catch (error) {
    socket.destroy();
    throw new SourceError(explainMysql(error, config), { cause: error });
  }
}

/** The driver has another stream from the start of TLS on, and stops all listeners of the one below. */
function watchWithinTls(connection: Connection, limit: MessageLimit): void {
  const line = connection as unknown as { startTLS(done: (error?: Error) => void): void; readonly stream: Socket };
  const startTls = line.startTLS.bind(line);
  line.startTLS = (done) => {
    startTls(done);
    limit.watch(line.stream);
  };
}
