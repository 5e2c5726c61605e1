import { type Hints, reasonsByWord } from '../connect/explaining';
import { explainNetwork, WITHOUT_TLS } from '../connect/network-errors';
import { errorSaid } from '../connect/said';
import { type Explanation, type Reason, SourceError } from '../reason';
import type { PostgresConfig } from './postgres-config';

/** An error of the server as the driver throws it. */
interface ServerError extends Error {
  readonly code: string;
  readonly routine?: string;
}

/** The reason of a class of SQLSTATE, by its first two characters. */
const BY_CLASS = reasonsByWord({ sourceUnreachable: '08 53 57', timedOut: '40' });

const BY_STATE = reasonsByWord({
  loginRefused: '28000 28P01',
  databaseNotFound: '3D000',
  notPermitted: '42501',
  timedOut: '55P03 57014',
  notReadOnly: '25006',
});

/** Routines of the server that report what a function of the source said: RAISE and ASSERT of PL/pgSQL, and those of other languages. */
const RAISERS = /^(exec_stmt_raise|exec_stmt_assert|PLy_|plperl|pltcl|croak_cstr)/;

const isServerError = (error: unknown): error is ServerError =>
  error instanceof Error && /^[0-9A-Z]{5}$/.test(String((error as Partial<ServerError>).code));

/** @param statement what was sent, if something was */
export function explainPostgres(error: unknown, config: PostgresConfig, statement?: string): Explanation {
  if (error instanceof SourceError) return error;
  const isRaised = isServerError(error) && RAISERS.test(error.routine ?? '');
  const message = errorSaid(error, statement, [config.password, config.key], isRaised);
  if (!isServerError(error))
    return explainNetwork(error, config, { message, tlsField: 'connection.config.sslMode', withoutTls: WITHOUT_TLS });
  const reason = reasonOf(error);
  return { reason, message, ...hintsOf(config)[reason] };
}

function reasonOf({ code, routine }: ServerError): Reason {
  // No line of pg_hba.conf lets this user in from here: the password was not even asked for.
  if (code === '28000' && routine === 'ClientAuthentication') return 'notPermitted';
  return BY_STATE.get(code) ?? BY_CLASS.get(code.slice(0, 2)) ?? 'sqlError';
}

function hintsOf({ user, database, host, port }: PostgresConfig): Hints {
  const role = JSON.stringify(user);
  return {
    loginRefused: {
      field: 'connection.config.authType.password',
      cure: 'Check user name and password, and that the role may log in (ALTER ROLE … LOGIN)',
    },
    databaseNotFound: {
      field: 'connection.config.database',
      cure: `Name a database that exists in place of ${database}`,
    },
    notPermitted: {
      field: 'connection.config.username',
      cure:
        `GRANT CONNECT ON DATABASE ${JSON.stringify(database)} TO ${role}; GRANT USAGE ON SCHEMA … TO ${role}; ` +
        `GRANT SELECT ON ALL TABLES IN SCHEMA … TO ${role}; and a line of pg_hba.conf that lets it in from the worker`,
    },
    sourceUnreachable: {
      field: 'connection.config.hostPort',
      cure: `The server at ${host}:${port} was reached and takes no statements now: see its log and its number of connections`,
    },
  };
}
