import { ApiError, type ErrorWords } from '../connect/api-error';
import { type Hints, reasonsByWord } from '../connect/explaining';
import { explainNetwork } from '../connect/network-errors';
import { errorSaid } from '../connect/said';
import { type Explanation, type Reason, SourceError } from '../reason';
import type { DatabricksConfig } from './databricks-connection';

/** Reasons by the class of an error, which a message begins with: `[TABLE_OR_VIEW_NOT_FOUND] …`. */
const BY_CLASS = reasonsByWord({
  tableNotFound: 'TABLE_OR_VIEW_NOT_FOUND SCHEMA_NOT_FOUND',
  databaseNotFound: 'NO_SUCH_CATALOG_EXCEPTION CATALOG_NOT_FOUND',
  notPermitted: 'INSUFFICIENT_PERMISSIONS PERMISSION_DENIED INSUFFICIENT_PRIVILEGES UNAUTHORIZED_ACCESS',
  timedOut: 'QUERY_EXECUTION_TIMEOUT_EXCEEDED OPERATION_TIMEOUT',
});
/** Reasons by the words of the API. */
const BY_WORD = reasonsByWord({
  loginRefused: 'UNAUTHENTICATED invalid_client unauthorized_client',
  notPermitted: 'PERMISSION_DENIED',
  databaseNotFound: 'RESOURCE_DOES_NOT_EXIST NOT_FOUND',
  timedOut: 'DEADLINE_EXCEEDED CANCELLED CANCELED CLOSED',
  sourceUnreachable:
    'RESOURCE_EXHAUSTED INTERNAL_ERROR IO_ERROR TEMPORARILY_UNAVAILABLE SERVICE_UNDER_MAINTENANCE ' +
    'WORKSPACE_TEMPORARILY_UNAVAILABLE ABORTED',
});
const SERVER_FAULT = 500;

/** The API's words for an error, and those of its tokens. */
export function databricksError(body: unknown): ErrorWords {
  const { error_code, message, error, error_description } = body as Readonly<Record<string, unknown>>;
  return { word: typeof error_code === 'string' ? error_code : error, message: message ?? error_description };
}

/** Explains an error of the workspace or the line. @param statement what was sent, if something was */
export function explainDatabricks(error: unknown, config: DatabricksConfig, statement?: string): Explanation {
  if (error instanceof SourceError) return error;
  const { login } = config;
  const message = errorSaid(error, statement, ['token' in login ? login.token : login.clientSecret]);
  if (!(error instanceof ApiError))
    return explainNetwork(error, config, { message, tlsField: 'connection.config.hostPort' });
  const reason = reasonOf(error);
  return { reason, message, ...hintsOf(error, config)[reason] };
}

function reasonOf({ status, word, message }: ApiError): Reason {
  const [, name = ''] = /^\[([A-Z_]+)[\].]/.exec(message) ?? [];
  const byClass = BY_CLASS.get(name);
  if (byClass) return byClass;
  if (/inline byte limit/i.test(message)) return 'tooLarge';
  // A token that is not known is answered by 403 and a number instead of a code.
  if (status === 401 || (status === 403 && /token/i.test(message))) return 'loginRefused';
  if (status === 403 || /^(PERMISSION_DENIED|User does not have)/.test(message)) return 'notPermitted';
  if (/is not a valid endpoint id|warehouse .*(not found|does not exist)/i.test(message)) return 'databaseNotFound';
  return BY_WORD.get(word) ?? (status >= SERVER_FAULT || word === '' ? 'sourceUnreachable' : 'sqlError');
}

function hintsOf({ status }: ApiError, config: DatabricksConfig): Hints {
  const { host, warehouse, login, catalog = '…' } = config;
  return {
    loginRefused: {
      field: `connection.config.authType.${'token' in login ? 'token' : 'clientSecret'}`,
      cure: 'Check that the token or the secret belongs to this workspace and has not run out',
    },
    // An answer with a status of its own is of the API, and not of a statement.
    databaseNotFound:
      status >= 400
        ? { field: 'connection.config.httpPath', cure: `Name a warehouse of the workspace in place of ${warehouse}` }
        : { field: 'connection.config.catalog', cure: `Name a catalog of the workspace in place of ${catalog}` },
    notPermitted: {
      field: 'connection.config.authType',
      cure:
        `Let the principal use the warehouse ${warehouse} (CAN USE); ` +
        `GRANT USE CATALOG, USE SCHEMA, SELECT ON CATALOG ${catalog} TO it`,
    },
    sourceUnreachable: {
      field: 'connection.config.hostPort',
      cure: `${host} was reached, and the warehouse ${warehouse} takes no statements now: see its state and its queue`,
    },
  };
}
