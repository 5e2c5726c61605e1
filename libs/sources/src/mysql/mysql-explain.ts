import { explainNetwork } from '../connect/network-errors';
import { said, saidOf } from '../connect/said';
import { type Explanation, type Reason, SourceError } from '../reason';
import { type MysqlConfig, mysqlSecrets } from './mysql-config';

/** Error numbers of the servers; MariaDB has some of its own. */
const BY_NUMBER: Readonly<Record<number, Reason>> = {
  1045: 'loginRefused',
  1698: 'loginRefused',
  1049: 'databaseNotFound',
  // The host, the database, a table, a column, a routine, a right of the server; a user whose password has run out.
  ...{ 1130: 'notPermitted', 1044: 'notPermitted', 1142: 'notPermitted', 1143: 'notPermitted', 1370: 'notPermitted' },
  ...{ 1227: 'notPermitted', 1820: 'notPermitted', 1862: 'notPermitted', 1356: 'notPermitted' },
  // Too many connections, the server goes down, the connection was killed or is gone.
  ...{ 1040: 'sourceUnreachable', 1203: 'sourceUnreachable', 1226: 'sourceUnreachable', 1053: 'sourceUnreachable' },
  ...{ 1927: 'sourceUnreachable', 1152: 'sourceUnreachable', 1158: 'sourceUnreachable', 1159: 'sourceUnreachable' },
  ...{ 1160: 'sourceUnreachable', 1161: 'sourceUnreachable' },
  // Time of a statement, waits for locks, deadlocks, a server that went away.
  ...{ 1969: 'timedOut', 3024: 'timedOut', 1205: 'timedOut', 1213: 'timedOut', 2006: 'timedOut', 2013: 'timedOut' },
  // KILL QUERY, which is how MariaDB ends a statement by its time as well in some places.
  1317: 'timedOut',
  // READ ONLY, --read-only.
  ...{ 1792: 'notReadOnly', 1290: 'notReadOnly' },
  // No TLS in the server, or none without it.
  ...{ 3159: 'tlsFailed', 1573: 'tlsFailed' },
};

export function explainMysql(error: unknown, config: MysqlConfig, statement?: string): Explanation {
  if (error instanceof SourceError) return error;
  const secrets = mysqlSecrets(config);
  const text = error instanceof Error ? error.message : String(error);
  const message = statement === undefined ? said(text, secrets) : saidOf(text, statement, secrets);
  const { errno, sqlState } = (error ?? {}) as { errno?: unknown; sqlState?: unknown };
  // Only an error of the server has a state; those of the line have numbers of the system.
  if (typeof errno !== 'number' || typeof sqlState !== 'string')
    return explainNetwork(error, config, { message, tlsField: 'connection.config.sslConfig' });
  const reason = BY_NUMBER[errno] ?? (sqlState.startsWith('08') ? 'sourceUnreachable' : 'sqlError');
  return { reason, message, ...hintOf(reason, config) };
}

function hintOf(reason: Reason, config: MysqlConfig): { field?: string; cure?: string } {
  if (reason === 'loginRefused')
    return {
      field: config.passwordField,
      cure: 'Check user name and password, and from which hosts the user may log in',
    };
  if (reason === 'databaseNotFound')
    return { field: 'connection.config.databaseSchema', cure: 'Name a schema that exists, or none to read all' };
  if (reason === 'notPermitted')
    return {
      field: 'connection.config.username',
      cure: `GRANT SELECT, SHOW VIEW ON \`…\`.* TO '${config.user}'@'…', for the host that the worker connects from`,
    };
  if (reason === 'sourceUnreachable')
    return {
      field: 'connection.config.hostPort',
      cure: `The server at ${config.host}:${config.port} was reached and takes no statements now: see its log and its number of connections`,
    };
  return reason === 'tlsFailed'
    ? { field: 'connection.config.sslConfig', cure: 'Switch TLS on in the server, or leave sslConfig out' }
    : {};
}
