import { ConfigReader } from '../connect/config-reader';
import { explainNetwork } from '../connect/network-errors';
import { said, saidOf } from '../connect/said';
import type { ReadConfig } from '../engine';
import { type Explanation, type Reason, SourceError } from '../reason';

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

/** Reads the shape of OpenMetadata's connector; members beside these are ignored. */
export function readClickhouseConfig(config: Readonly<Record<string, unknown>>): ReadConfig<ClickhouseConfig> {
  const reader = new ConfigReader(config);
  const [https, secure] = [reader.boolean('https', false), reader.boolean('secure', false)];
  const tls = https || secure;
  const read: ClickhouseConfig = {
    ...reader.hostPort('hostPort', tls ? TLS_PORT : PORT),
    user: reader.text('username') ?? 'default',
    password: reader.text('password') ?? '',
    tls,
  };
  return reader.faults.length ? { faults: reader.faults } : { config: read };
}

/** Reasons by the server's names of errors. */
const BY_TYPE: Readonly<Record<string, Reason>> = {
  ...{ AUTHENTICATION_FAILED: 'loginRefused', UNKNOWN_USER: 'loginRefused', WRONG_PASSWORD: 'loginRefused' },
  ...{ REQUIRED_PASSWORD: 'loginRefused', UNKNOWN_DATABASE: 'databaseNotFound', USER_EXPIRED: 'loginRefused' },
  ...{ ACCESS_DENIED: 'notPermitted', IP_ADDRESS_NOT_ALLOWED: 'notPermitted', DATABASE_ACCESS_DENIED: 'notPermitted' },
  ...{ READONLY: 'notReadOnly', TIMEOUT_EXCEEDED: 'timedOut', TOO_SLOW: 'timedOut', QUERY_WAS_CANCELLED: 'timedOut' },
  ...{ TOO_MANY_ROWS_OR_BYTES: 'tooLarge', MEMORY_LIMIT_EXCEEDED: 'tooLarge', NOT_ENOUGH_SPACE: 'tooLarge' },
  ...{ TOO_MANY_SIMULTANEOUS_QUERIES: 'sourceUnreachable', ALL_CONNECTION_TRIES_FAILED: 'sourceUnreachable' },
  ...{ NETWORK_ERROR: 'sourceUnreachable', SOCKET_TIMEOUT: 'sourceUnreachable', ABORTED: 'sourceUnreachable' },
};

/**
 * Explains an error of the server, the driver or the line.
 * @param statement what was sent, if something was: of the rest of a message only what stands in it is shown
 */
export function explainClickhouse(error: unknown, config: ClickhouseConfig, statement?: string): Explanation {
  if (error instanceof SourceError) return error;
  const text = error instanceof Error ? error.message : String(error);
  const secrets = [config.password];
  const message = statement === undefined ? said(text, secrets) : saidOf(text, statement, secrets);
  const { type, code } = (error ?? {}) as { readonly type?: unknown; readonly code?: unknown };
  // Only an error of the server has a number.
  if (!/^\d+$/.test(String(code)))
    return explainNetwork(error, config, { message, tlsField: 'connection.config.https' });
  const reason = BY_TYPE[String(type)] ?? 'sqlError';
  // Without a statement it is the session itself that is refused.
  if (reason === 'notReadOnly' && statement === undefined)
    return {
      reason: 'notPermitted',
      field: 'connection.config.username',
      message,
      cure: `Give ${config.user} a profile with readonly = 2 in place of 1, so that a session may bound its own statements`,
    };
  return { reason, message, ...hintOf(reason, config) };
}

function hintOf(reason: Reason, { user, host, port }: ClickhouseConfig): { field?: string; cure?: string } {
  if (reason === 'loginRefused')
    return {
      field: 'connection.config.password',
      cure: 'Check user name and password, and from which hosts the user may log in',
    };
  if (reason === 'notPermitted')
    return {
      field: 'connection.config.username',
      cure: `GRANT SHOW, SELECT ON ….* TO ${user}, and an address of the worker from which the user may log in`,
    };
  if (reason !== 'sourceUnreachable') return {};
  return {
    field: 'connection.config.hostPort',
    cure: `The server at ${host}:${port} was reached and takes no statements now: see its log and its number of queries`,
  };
}
