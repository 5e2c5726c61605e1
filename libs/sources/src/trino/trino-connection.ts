import { ConfigReader } from '../connect/config-reader';
import { explainNetwork } from '../connect/network-errors';
import { said, saidOf } from '../connect/said';
import type { ReadConfig } from '../engine';
import { type Explanation, type Reason, SourceError } from '../reason';

/** Connection to one catalog of a cluster of Trino. */
export interface TrinoConfig {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  readonly user: string;
  readonly password?: string;
  readonly catalog: string;
}

const PORT = 8080;
const TLS_PORTS: ReadonlySet<number> = new Set([443, 8443]);

/** Whether a text can stand in a header of the protocol, which has no way to write others. */
export const isHeaderText = (value: string): boolean => /^[\x21-\x7e]*$/.test(value);

/** Reads the shape of OpenMetadata's connector; members beside these are ignored. A cluster takes passwords over TLS alone. */
export function readTrinoConfig(config: Readonly<Record<string, unknown>>): ReadConfig<TrinoConfig> {
  const reader = new ConfigReader(config);
  const target = reader.hostPort('hostPort', PORT);
  const password = reader.text('authType.password');
  const user = reader.required('username');
  const catalog = reader.required('catalog');
  for (const [field, value] of Object.entries({ username: user, catalog }))
    if (!isHeaderText(value)) reader.fault(field, 'must be of printable characters of ASCII without blanks');
  const read: TrinoConfig = {
    ...target,
    tls: password !== undefined || TLS_PORTS.has(target.port),
    user,
    catalog,
    ...(password === undefined ? {} : { password }),
  };
  return reader.faults.length ? { faults: reader.faults } : { config: read };
}

/** Error of a statement, as the cluster says it. */
export class TrinoError extends Error {
  constructor(
    readonly errorName: string,
    message: string,
  ) {
    super(message);
  }
}

const BY_NAME: Readonly<Record<string, Reason>> = {
  ...{ UNAUTHORIZED: 'loginRefused', FORBIDDEN: 'notPermitted', PERMISSION_DENIED: 'notPermitted' },
  ...{ CATALOG_NOT_FOUND: 'databaseNotFound', CATALOG_UNAVAILABLE: 'sourceUnreachable' },
  ...{ READ_ONLY_VIOLATION: 'notReadOnly', AUTOCOMMIT_WRITE_CONFLICT: 'notReadOnly' },
  ...{ MULTI_CATALOG_WRITE_CONFLICT: 'notReadOnly', UNAVAILABLE: 'sourceUnreachable' },
  ...{ EXCEEDED_TIME_LIMIT: 'timedOut', EXCEEDED_CPU_LIMIT: 'timedOut', EXCEEDED_SCAN_LIMIT: 'tooLarge' },
  ...{ USER_CANCELED: 'timedOut', ADMINISTRATIVELY_KILLED: 'timedOut', ADMINISTRATIVELY_PREEMPTED: 'timedOut' },
  ...{ EXCEEDED_LOCAL_MEMORY_LIMIT: 'tooLarge', EXCEEDED_GLOBAL_MEMORY_LIMIT: 'tooLarge' },
  ...{ EXCEEDED_SPILL_LIMIT: 'tooLarge', CLUSTER_OUT_OF_MEMORY: 'sourceUnreachable' },
  ...{ NO_NODES_AVAILABLE: 'sourceUnreachable', QUERY_QUEUE_FULL: 'sourceUnreachable' },
  ...{ SERVER_SHUTTING_DOWN: 'sourceUnreachable', SERVER_STARTING_UP: 'sourceUnreachable' },
  ...{ REMOTE_HOST_GONE: 'sourceUnreachable', TOO_MANY_REQUESTS_FAILED: 'sourceUnreachable' },
  ...{ PAGE_TRANSPORT_ERROR: 'sourceUnreachable', PAGE_TRANSPORT_TIMEOUT: 'sourceUnreachable' },
};

/**
 * Explains an error of the cluster or the line.
 * @param statement what was sent, if something was: of the rest of a message only what stands in it is shown
 */
export function explainTrino(error: unknown, config: TrinoConfig, statement?: string): Explanation {
  if (error instanceof SourceError) return error;
  const text = error instanceof Error ? error.message : String(error);
  const secrets = config.password === undefined ? [] : [config.password];
  const message = statement === undefined ? said(text, secrets) : saidOf(text, statement, secrets);
  if (!(error instanceof TrinoError))
    return explainNetwork(error, config, { message, tlsField: 'connection.config.hostPort' });
  const reason = BY_NAME[error.errorName] ?? 'sqlError';
  return { reason, message, ...hintOf(reason, config) };
}

function hintOf(
  reason: Reason,
  { user, host, port, catalog, password }: TrinoConfig,
): { field?: string; cure?: string } {
  if (reason === 'loginRefused')
    return {
      field: `connection.config.${password === undefined ? 'username' : 'authType.password'}`,
      cure: 'Check user name and password, and that the cluster takes passwords',
    };
  if (reason === 'databaseNotFound')
    return { field: 'connection.config.catalog', cure: `Name a catalog of the cluster in place of ${catalog}` };
  if (reason === 'notPermitted')
    return {
      field: 'connection.config.username',
      cure: `Let ${user} read the catalog ${catalog} by the rules of the cluster's access control, and SELECT from its tables`,
    };
  if (reason !== 'sourceUnreachable') return {};
  return {
    field: 'connection.config.hostPort',
    cure: `The cluster at ${host}:${port} was reached and takes no statements now: see its nodes and its queue`,
  };
}
