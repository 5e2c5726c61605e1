import { type Hints, reasonsByWord } from '../connect/explaining';
import { explainNetwork, WITHOUT_TLS } from '../connect/network-errors';
import { errorSaid } from '../connect/said';
import { type Explanation, SourceError } from '../reason';
import type { MysqlConfig } from './mysql-config';

/** Error numbers of the servers; MariaDB has some of its own. */
const BY_NUMBER = reasonsByWord({
  loginRefused: '1045 1698',
  databaseNotFound: '1049',
  // The host, the database, a table, a column, a routine, a right of the server; a user whose password has run out.
  notPermitted: '1130 1044 1142 1143 1370 1227 1820 1862 1356',
  // Too many connections, the server goes down, the connection was killed or is gone.
  sourceUnreachable: '1040 1203 1226 1053 1927 1152 1158 1159 1160 1161',
  // Time of a statement, waits for locks, deadlocks, a server that went away; KILL QUERY, by which MariaDB ends some by their time.
  timedOut: '1969 3024 1205 1213 2006 2013 1317',
  // READ ONLY, --read-only.
  notReadOnly: '1792 1290',
  // No TLS in the server, or none without it.
  tlsFailed: '3159 1573',
});

/** SIGNAL of a function of the source: its number, and the state that it has as a rule. */
const SIGNAL = 1644;
const UNHANDLED = '45000';

export function explainMysql(error: unknown, config: MysqlConfig, statement?: string): Explanation {
  if (error instanceof SourceError) return error;
  const { errno, sqlState } = (error ?? {}) as { errno?: unknown; sqlState?: unknown };
  const isRaised = errno === SIGNAL || sqlState === UNHANDLED;
  const message = errorSaid(error, statement, [config.password, config.key], isRaised);
  // Only an error of the server has a state; those of the line have numbers of the system.
  if (typeof errno !== 'number' || typeof sqlState !== 'string')
    return explainNetwork(error, config, { message, tlsField: 'connection.config.sslConfig', withoutTls: WITHOUT_TLS });
  const reason = BY_NUMBER.get(String(errno)) ?? (sqlState.startsWith('08') ? 'sourceUnreachable' : 'sqlError');
  return { reason, message, ...hintsOf(config)[reason] };
}

function hintsOf({ host, port, user, passwordField }: MysqlConfig): Hints {
  return {
    loginRefused: {
      field: passwordField,
      cure: 'Check user name and password, and from which hosts the user may log in',
    },
    databaseNotFound: {
      field: 'connection.config.databaseSchema',
      cure: 'Name a schema that exists, or none to read all',
    },
    notPermitted: {
      field: 'connection.config.username',
      cure: `GRANT SELECT, SHOW VIEW ON \`…\`.* TO '${user}'@'…', for the host that the worker connects from`,
    },
    sourceUnreachable: {
      field: 'connection.config.hostPort',
      cure: `The server at ${host}:${port} was reached and takes no statements now: see its log and its number of connections`,
    },
    tlsFailed: {
      field: 'connection.config.sslConfig',
      cure: `Switch TLS on in the server, or ${WITHOUT_TLS}`,
    },
  };
}
