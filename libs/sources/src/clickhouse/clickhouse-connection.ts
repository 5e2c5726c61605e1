import type { ConfigFields } from '../config/config-field';
import { ConfigReader } from '../config/config-reader';
import { type Hints, reasonsByWord } from '../connect/explaining';
import { explainNetwork } from '../connect/network-errors';
import { errorSaid } from '../connect/said';
import type { ReadConfig } from '../engine';
import { type Explanation, SourceError } from '../reason';

/** Connection to a server of ClickHouse over HTTP. */
export interface ClickhouseConfig {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly tls: boolean;
}

const PORT = 8123;
const TLS_PORT = 8443;

export const CLICKHOUSE_FIELDS = {
  hostPort: {
    type: 'host',
    title: 'Host and port',
    description: `The port of HTTP: ${PORT}, or ${TLS_PORT} over TLS, where none is given`,
    port: PORT,
    required: true,
    target: true,
    url: 'host',
  },
  username: { type: 'text', title: 'User', standard: 'default', target: true, url: 'user' },
  password: { type: 'text', title: 'Password', secret: true, url: 'password' },
  https: { type: 'flag', title: 'TLS', description: 'Whether HTTP is spoken over TLS', standard: false, target: true },
  secure: { type: 'flag', title: 'TLS', standard: false, target: true, deprecated: true },
} as const satisfies ConfigFields;

/** Reads the shape of OpenMetadata's connector; members beside these are ignored. */
export function readClickhouseConfig(config: Readonly<Record<string, unknown>>): ReadConfig<ClickhouseConfig> {
  const reader = new ConfigReader(config, CLICKHOUSE_FIELDS);
  const [https, secure] = [reader.boolean('https'), reader.boolean('secure')];
  const tls = https || secure;
  return reader.result({
    ...reader.hostPort('hostPort', tls ? TLS_PORT : PORT),
    user: reader.text('username') ?? CLICKHOUSE_FIELDS.username.standard,
    password: reader.text('password') ?? '',
    tls,
  });
}

/** Reasons by the server's names of errors. */
const BY_TYPE = reasonsByWord({
  loginRefused: 'AUTHENTICATION_FAILED UNKNOWN_USER WRONG_PASSWORD REQUIRED_PASSWORD USER_EXPIRED',
  databaseNotFound: 'UNKNOWN_DATABASE',
  notPermitted: 'ACCESS_DENIED IP_ADDRESS_NOT_ALLOWED DATABASE_ACCESS_DENIED',
  notReadOnly: 'READONLY',
  timedOut: 'TIMEOUT_EXCEEDED TOO_SLOW QUERY_WAS_CANCELLED',
  tooLarge: 'TOO_MANY_ROWS_OR_BYTES MEMORY_LIMIT_EXCEEDED NOT_ENOUGH_SPACE',
  sourceUnreachable: 'TOO_MANY_SIMULTANEOUS_QUERIES ALL_CONNECTION_TRIES_FAILED NETWORK_ERROR SOCKET_TIMEOUT ABORTED',
});

/** Explains an error of the server, the driver or the line. @param statement what was sent, if something was */
export function explainClickhouse(error: unknown, config: ClickhouseConfig, statement?: string): Explanation {
  if (error instanceof SourceError) return error;
  const message = errorSaid(error, statement, [config.password]);
  const { type, code } = (error ?? {}) as { readonly type?: unknown; readonly code?: unknown };
  // Only an error of the server has a number.
  if (!/^\d+$/.test(String(code)))
    return explainNetwork(error, config, { message, tlsField: 'connection.config.https' });
  const reason = BY_TYPE.get(String(type)) ?? 'sqlError';
  // Without a statement it is the session itself that is refused.
  if (reason === 'notReadOnly' && statement === undefined)
    return {
      reason: 'notPermitted',
      field: 'connection.config.username',
      message,
      cure: `Give ${config.user} a profile with readonly = 2 in place of 1, so that a session may bound its own statements`,
    };
  return { reason, message, ...hintsOf(config)[reason] };
}

function hintsOf({ user, host, port }: ClickhouseConfig): Hints {
  return {
    loginRefused: {
      field: 'connection.config.password',
      cure: 'Check user name and password, and from which hosts the user may log in',
    },
    notPermitted: {
      field: 'connection.config.username',
      cure: `GRANT SHOW, SELECT ON ….* TO ${user}, and an address of the worker from which the user may log in`,
    },
    sourceUnreachable: {
      field: 'connection.config.hostPort',
      cure: `The server at ${host}:${port} was reached and takes no statements now: see its log and its number of queries`,
    },
  };
}
