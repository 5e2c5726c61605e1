import { Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { endsWithin } from '@app/common';
import { Client } from 'pg';
import type { Cell, Rows, Session, SessionContext, SessionLimits } from '../engine';
import { SourceError, wasCancelled } from '../reason';
import { LimitedQuery } from './limited-query';
import type { PostgresConfig } from './postgres-config';
import { POSTGRES } from './postgres-dialect';
import { explainPostgres } from './postgres-explain';

/** A client that is cut off is noticed by the server within this time (PostgreSQL 14 and newer). */
const CHECK_CLIENT_SECONDS = 5;
/** Beyond it a session that does nothing is ended by the server: a worker that stands still must not hold a snapshot. */
const IDLE_SECONDS = 300;
/** How long a lock is waited for: reading waits for none but that of a table that is being altered. */
const LOCK_SECONDS = 2;
const MS = 1_000;
/** A cancel that comes before the statement has begun is lost: it is sent again until the statement has ended. */
const CANCEL_EVERY_MS = 100;
const CANCEL_TRIES = 20;
const CLOSE_MS = 2_000;

/** A connection and the socket below it, also where TLS lies between. */
interface Line {
  readonly client: Client;
  readonly socket: Socket;
}

/** A read-only snapshot of one database. */
export class PostgresSession implements Session {
  readonly dialect = POSTGRES;
  private running?: { readonly ended: Promise<unknown> };
  private cancelled = false;

  private constructor(
    private readonly line: Line,
    private readonly config: PostgresConfig,
    private readonly context: SessionContext,
    private readonly pid: number,
  ) {}

  static async open(config: PostgresConfig, context: SessionContext): Promise<PostgresSession> {
    const line = await connected(config, context);
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
      return new PostgresSession(line, config, context, Number(pid));
    } catch (error) {
      await client.end().catch(() => undefined);
      throw new SourceError(explainPostgres(error, config), { cause: error });
    }
  }

  async query(
    sql: string,
    params: readonly Cell[] = [],
    bounds: Partial<Pick<SessionLimits, 'rows' | 'bytes'>> = {},
  ): Promise<Rows> {
    if (this.cancelled) throw wasCancelled();
    const query = new LimitedQuery(sql, params, { ...this.context.limits, ...bounds });
    const ended = query.ended.catch(() => undefined);
    this.running = { ended };
    try {
      // Where the connection is gone already the driver refuses by the query's own error.
      this.line.client.query(query);
      return await query.ended;
    } catch (error) {
      await this.line.client.query('ROLLBACK TO SAVEPOINT reading').catch(() => undefined);
      if (this.cancelled && !(error instanceof SourceError)) throw wasCancelled(error);
      throw new SourceError(explainPostgres(error, this.config, sql), { cause: error });
    } finally {
      this.running = undefined;
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

  async cancel(): Promise<void> {
    this.cancelled = true;
    if (!this.running) return;
    const { ended } = this.running;
    const other = await connected(this.config, this.context).catch(() => undefined);
    try {
      for (let i = 0; other && i < CANCEL_TRIES; i++) {
        await other.client.query('SELECT pg_cancel_backend($1)', [this.pid]);
        if (await endsWithin(ended, CANCEL_EVERY_MS)) return;
      }
    } catch {
      // As where the source gives no second connection.
    } finally {
      await other?.client.end().catch(() => undefined);
    }
    // The server notices that nobody listens any more.
    this.line.socket.destroy();
  }

  async close(): Promise<void> {
    const ended = this.line.client.end().catch(() => undefined);
    if (!(await endsWithin(ended, CLOSE_MS))) this.line.socket.destroy();
  }
}

async function one(client: Client, sql: string): Promise<readonly unknown[]> {
  const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' });
  return rows[0]!;
}

/** By the modes of libpq: `allow` takes TLS where the server insists, `prefer` goes without where the server has none. */
async function connected(config: PostgresConfig, context: SessionContext): Promise<Line> {
  const until = Date.now() + context.limits.connectSeconds * MS;
  const attempts = attemptsOf(config);
  for (const [index, ssl] of attempts.entries()) {
    try {
      return await connectOnce(config, context, ssl, until);
    } catch (error) {
      const explained = explainPostgres(error, config);
      const mayTryNext = explained.reason === 'tlsFailed' || explained.reason === 'notPermitted';
      if (index === attempts.length - 1 || !mayTryNext) throw new SourceError(explained, { cause: error });
    }
  }
  throw new SourceError({ reason: 'internal', message: 'No way to connect was tried' });
}

function attemptsOf(config: PostgresConfig): (ConnectionOptions | false)[] {
  const { ca, cert, key } = config;
  const own = { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) };
  const unchecked = { ...own, rejectUnauthorized: false };
  switch (config.sslMode) {
    case 'disable':
      return [false];
    case 'allow':
      return [false, unchecked];
    case 'prefer':
      return [unchecked, false];
    case 'require':
      return [unchecked];
    case 'verify-ca':
      return [{ ...own, checkServerIdentity: () => undefined }];
    case 'verify-full':
      return [own];
  }
}

async function connectOnce(
  config: PostgresConfig,
  { networks, program }: SessionContext,
  ssl: ConnectionOptions | false,
  until: number,
): Promise<Line> {
  networks.requireHost(config.host);
  const socket = new Socket();
  const client = new Client({
    host: config.host,
    port: config.port,
    user: config.user,
    // An empty one, since otherwise the driver looks for a file of passwords of this machine.
    password: config.password ?? '',
    database: config.database,
    application_name: program,
    ssl,
    keepAlive: true,
    // The address is judged, and the one that was judged is connected to.
    stream: () => pinned(socket, networks.lookupFor(config.host)),
  });
  // What comes later is met by the statement that waits.
  client.on('error', () => undefined);
  const connecting = client.connect();
  if (
    await endsWithin(
      connecting.catch(() => undefined),
      Math.max(1, until - Date.now()),
    )
  ) {
    await connecting;
    return { client, socket };
  }
  connecting.catch(() => undefined);
  socket.destroy();
  throw Object.assign(new Error('no answer in time'), { code: 'CONNECT_TIMEOUT' });
}

/** The driver calls `connect(port, host)`. */
function pinned(socket: Socket, lookup: ReturnType<SessionContext['networks']['lookupFor']>): Socket {
  const connect = socket.connect.bind(socket);
  return Object.assign(socket, {
    connect: (port: number, host: string) => connect({ port, host, lookup, keepAlive: true }),
  });
}
