import { Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { Client } from 'pg';
import { MessageLimit } from '../connect/message-limit';
import { connectedWithin } from '../connect/network-errors';
import type { SessionContext } from '../engine';
import { SourceError } from '../reason';
import type { PostgresConfig } from './postgres-config';
import type { explainPostgres } from './postgres-explain';
import { POSTGRES_FRAMING, watchMessages } from './watched-client';

const MS = 1_000;

/** A connection and the socket below it, also where TLS lies between. */
export interface Line {
  readonly client: Client;
  readonly socket: Socket;
  /** Limit of the messages of its server. */
  readonly limit: MessageLimit;
}

/** The first row of a statement of the service itself. */
export async function one(client: Client, sql: string): Promise<readonly unknown[]> {
  const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' });
  return rows[0]!;
}

/** By the modes of libpq: `allow` takes TLS where the server insists, `prefer` goes without where the server has none. */
export async function connected(
  config: PostgresConfig,
  context: SessionContext,
  explain: typeof explainPostgres,
): Promise<Line> {
  const until = Date.now() + context.limits.connectSeconds * MS;
  const attempts = attemptsOf(config);
  for (const [index, ssl] of attempts.entries()) {
    try {
      return await connectOnce(config, context, ssl, until);
    } catch (error) {
      const explained = explain(error, config);
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
  const limit = new MessageLimit(POSTGRES_FRAMING);
  watchMessages(client, socket, ssl !== false, limit);
  try {
    await connectedWithin(client.connect(), Math.max(1, until - Date.now()));
    return { client, socket, limit };
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** The driver calls `connect(port, host)`. */
function pinned(socket: Socket, lookup: ReturnType<SessionContext['networks']['lookupFor']>): Socket {
  const connect = socket.connect.bind(socket);
  return Object.assign(socket, {
    connect: (port: number, host: string) => connect({ port, host, lookup, keepAlive: true }),
  });
}
