import type { ConfigFields } from '../config/config-field';
import { ConfigReader } from '../config/config-reader';
import { type Hints, reasonsByWord } from '../connect/explaining';
import { explainNetwork } from '../connect/network-errors';
import { errorSaid } from '../connect/said';
import type { ReadConfig } from '../engine';
import { type Explanation, SourceError } from '../reason';

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

const HEADER_TEXT = /^[\x21-\x7e]*$/;

/** Whether a text can stand in a header of the protocol, which has no way to write others. */
export const isHeaderText = (value: string): boolean => HEADER_TEXT.test(value);

const OF_HEADER = { pattern: HEADER_TEXT, must: 'must be of printable characters of ASCII without blanks' } as const;

export const TRINO_FIELDS = {
  hostPort: {
    type: 'host',
    title: 'Host and port',
    description: 'TLS is spoken where there is a password, and with the ports 443 and 8443',
    port: PORT,
    required: true,
    target: true,
    url: 'host',
  },
  username: { type: 'text', title: 'User', ...OF_HEADER, required: true, target: true, url: 'user' },
  'authType.password': { type: 'text', title: 'Password', secret: true, url: 'password' },
  catalog: {
    type: 'text',
    title: 'Catalog',
    description: 'The one catalog of the cluster that is read',
    ...OF_HEADER,
    required: true,
    target: true,
    url: 'path',
  },
} as const satisfies ConfigFields;

/** Reads the shape of OpenMetadata's connector; members beside these are ignored. A cluster takes passwords over TLS alone. */
export function readTrinoConfig(config: Readonly<Record<string, unknown>>): ReadConfig<TrinoConfig> {
  const reader = new ConfigReader(config, TRINO_FIELDS);
  const target = reader.hostPort('hostPort');
  const password = reader.text('authType.password');
  const user = reader.text('username');
  const catalog = reader.text('catalog');
  return reader.result({
    ...target,
    tls: password !== undefined || TLS_PORTS.has(target.port),
    user,
    catalog,
    password,
  });
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

const BY_NAME = reasonsByWord({
  loginRefused: 'UNAUTHORIZED',
  notPermitted: 'FORBIDDEN PERMISSION_DENIED',
  databaseNotFound: 'CATALOG_NOT_FOUND',
  notReadOnly: 'READ_ONLY_VIOLATION AUTOCOMMIT_WRITE_CONFLICT MULTI_CATALOG_WRITE_CONFLICT',
  timedOut: 'EXCEEDED_TIME_LIMIT EXCEEDED_CPU_LIMIT USER_CANCELED ADMINISTRATIVELY_KILLED ADMINISTRATIVELY_PREEMPTED',
  tooLarge: 'EXCEEDED_SCAN_LIMIT EXCEEDED_LOCAL_MEMORY_LIMIT EXCEEDED_GLOBAL_MEMORY_LIMIT EXCEEDED_SPILL_LIMIT',
  sourceUnreachable:
    'CATALOG_UNAVAILABLE UNAVAILABLE CLUSTER_OUT_OF_MEMORY NO_NODES_AVAILABLE QUERY_QUEUE_FULL SERVER_SHUTTING_DOWN ' +
    'SERVER_STARTING_UP REMOTE_HOST_GONE TOO_MANY_REQUESTS_FAILED PAGE_TRANSPORT_ERROR PAGE_TRANSPORT_TIMEOUT',
});

/** Explains an error of the cluster or the line. @param statement what was sent, if something was */
export function explainTrino(error: unknown, config: TrinoConfig, statement?: string): Explanation {
  if (error instanceof SourceError) return error;
  const message = errorSaid(error, statement, [config.password]);
  if (!(error instanceof TrinoError))
    return explainNetwork(error, config, { message, tlsField: 'connection.config.hostPort' });
  const reason = BY_NAME.get(error.errorName) ?? 'sqlError';
  return { reason, message, ...hintsOf(config)[reason] };
}

function hintsOf({ user, host, port, catalog, password }: TrinoConfig): Hints {
  return {
    loginRefused: {
      field: `connection.config.${password === undefined ? 'username' : 'authType.password'}`,
      cure: 'Check user name and password, and that the cluster takes passwords',
    },
    databaseNotFound: {
      field: 'connection.config.catalog',
      cure: `Name a catalog of the cluster in place of ${catalog}`,
    },
    notPermitted: {
      field: 'connection.config.username',
      cure: `Let ${user} read the catalog ${catalog} by the rules of the cluster's access control, and SELECT from its tables`,
    },
    sourceUnreachable: {
      field: 'connection.config.hostPort',
      cure: `The cluster at ${host}:${port} was reached and takes no statements now: see its nodes and its queue`,
    },
  };
}
