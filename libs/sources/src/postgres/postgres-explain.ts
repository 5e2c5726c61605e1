import { explainNetwork } from '../connect/network-errors';
import { said, saidOf } from '../connect/said';
import { type Explanation, type Reason, SourceError } from '../reason';
import { type PostgresConfig, postgresSecrets } from './postgres-config';

/** An error of the server as the driver throws it. */
interface ServerError extends Error {
  readonly code: string;
  readonly routine?: string;
}

/** The reason of a class of SQLSTATE, by its first two characters. */
const BY_CLASS: Readonly<Record<string, Reason>> = {
  '08': 'sourceUnreachable',
  '40': 'timedOut',
  '53': 'sourceUnreachable',
  '57': 'sourceUnreachable',
};

const BY_STATE: Readonly<Record<string, Reason>> = {
  '28000': 'loginRefused',
  '28P01': 'loginRefused',
  '3D000': 'databaseNotFound',
  '42501': 'notPermitted',
  '55P03': 'timedOut',
  '57014': 'timedOut',
  '25006': 'notReadOnly',
};

const isServerError = (error: unknown): error is ServerError =>
  error instanceof Error && /^[0-9A-Z]{5}$/.test(String((error as Partial<ServerError>).code));

/** @param statement what was sent, if something was: of the rest of a message only what stands in it is shown */
export function explainPostgres(error: unknown, config: PostgresConfig, statement?: string): Explanation {
  if (error instanceof SourceError) return error;
  const secrets = postgresSecrets(config);
  const text = error instanceof Error ? error.message : String(error);
  const message = statement === undefined ? said(text, secrets) : saidOf(text, statement, secrets);
  if (!isServerError(error)) return explainNetwork(error, config, { message, tlsField: 'connection.config.sslMode' });
  const reason = reasonOf(error);
  return { reason, message, ...hintOf(reason, config) };
}

function reasonOf({ code, routine }: ServerError): Reason {
  // No line of pg_hba.conf lets this user in from here: the password was not even asked for.
  if (code === '28000' && routine === 'ClientAuthentication') return 'notPermitted';
  return BY_STATE[code] ?? BY_CLASS[code.slice(0, 2)] ?? 'sqlError';
}

function hintOf(reason: Reason, { user, database, host, port }: PostgresConfig): { field?: string; cure?: string } {
  const role = JSON.stringify(user);
  if (reason === 'loginRefused')
    return {
      field: 'connection.config.authType.password',
      cure: 'Check user name and password, and that the role may log in (ALTER ROLE … LOGIN)',
    };
  if (reason === 'databaseNotFound')
    return { field: 'connection.config.database', cure: `Name a database that exists in place of ${database}` };
  if (reason === 'notPermitted')
    return {
      field: 'connection.config.username',
      cure:
        `GRANT CONNECT ON DATABASE ${JSON.stringify(database)} TO ${role}; GRANT USAGE ON SCHEMA … TO ${role}; ` +
        `GRANT SELECT ON ALL TABLES IN SCHEMA … TO ${role}; and a line of pg_hba.conf that lets it in from the worker`,
    };
  if (reason !== 'sourceUnreachable') return {};
  return {
    field: 'connection.config.hostPort',
    cure: `The server at ${host}:${port} was reached and takes no statements now: see its log and its number of connections`,
  };
}
