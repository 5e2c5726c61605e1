import { ApiError, type ErrorWords } from '../connect/api-error';
import { explainNetwork } from '../connect/network-errors';
import { said, saidOf } from '../connect/said';
import { type Explanation, type Reason, SourceError } from '../reason';
import { type DatabricksConfig, secretsOf } from './databricks-connection';

/** Reasons by the class of an error, which a message begins with: `[TABLE_OR_VIEW_NOT_FOUND] …`. */
const BY_CLASS: Readonly<Record<string, Reason>> = {
  ...{ TABLE_OR_VIEW_NOT_FOUND: 'tableNotFound', SCHEMA_NOT_FOUND: 'tableNotFound' },
  ...{ NO_SUCH_CATALOG_EXCEPTION: 'databaseNotFound', CATALOG_NOT_FOUND: 'databaseNotFound' },
  ...{ INSUFFICIENT_PERMISSIONS: 'notPermitted', PERMISSION_DENIED: 'notPermitted' },
  ...{ INSUFFICIENT_PRIVILEGES: 'notPermitted', UNAUTHORIZED_ACCESS: 'notPermitted' },
  ...{ QUERY_EXECUTION_TIMEOUT_EXCEEDED: 'timedOut', OPERATION_TIMEOUT: 'timedOut' },
};
/** Reasons by the words of the API. */
const BY_WORD: Readonly<Record<string, Reason>> = {
  ...{ UNAUTHENTICATED: 'loginRefused', invalid_client: 'loginRefused', unauthorized_client: 'loginRefused' },
  ...{ PERMISSION_DENIED: 'notPermitted', RESOURCE_DOES_NOT_EXIST: 'databaseNotFound', NOT_FOUND: 'databaseNotFound' },
  ...{ DEADLINE_EXCEEDED: 'timedOut', CANCELLED: 'timedOut', CANCELED: 'timedOut', CLOSED: 'timedOut' },
  ...{ RESOURCE_EXHAUSTED: 'sourceUnreachable', INTERNAL_ERROR: 'sourceUnreachable', IO_ERROR: 'sourceUnreachable' },
  ...{ TEMPORARILY_UNAVAILABLE: 'sourceUnreachable', SERVICE_UNDER_MAINTENANCE: 'sourceUnreachable' },
  ...{ WORKSPACE_TEMPORARILY_UNAVAILABLE: 'sourceUnreachable', ABORTED: 'sourceUnreachable' },
};
const SERVER_FAULT = 500;

/** The API's words for an error, and those of its tokens. */
export function databricksError(body: unknown): ErrorWords {
  const { error_code, message, error, error_description } = body as Readonly<Record<string, unknown>>;
  return { word: typeof error_code === 'string' ? error_code : error, message: message ?? error_description };
}

/**
 * Explains an error of the workspace or the line.
 * @param statement what was sent, if something was: of the rest of a message only what stands in it is shown
 */
export function explainDatabricks(error: unknown, config: DatabricksConfig, statement?: string): Explanation {
  if (error instanceof SourceError) return error;
  const text = error instanceof Error ? error.message : String(error);
  const secrets = secretsOf(config);
  const message = statement === undefined ? said(text, secrets) : saidOf(text, statement, secrets);
  if (!(error instanceof ApiError))
    return explainNetwork(error, config, { message, tlsField: 'connection.config.hostPort' });
  const reason = reasonOf(error);
  return { reason, message, ...hintOf(reason, error, config) };
}

function reasonOf({ status, word, message }: ApiError): Reason {
  const [, name = ''] = /^\[([A-Z_]+)[\].]/.exec(message) ?? [];
  const byClass = BY_CLASS[name];
  if (byClass) return byClass;
  if (/inline byte limit/i.test(message)) return 'tooLarge';
  // A token that is not known is answered by 403 and a number in the place of a word.
  if (status === 401 || (status === 403 && /token/i.test(message))) return 'loginRefused';
  if (status === 403 || /^(PERMISSION_DENIED|User does not have)/.test(message)) return 'notPermitted';
  if (/is not a valid endpoint id|warehouse .*(not found|does not exist)/i.test(message)) return 'databaseNotFound';
  return BY_WORD[word] ?? (status >= SERVER_FAULT || word === '' ? 'sourceUnreachable' : 'sqlError');
}

function hintOf(reason: Reason, { status }: ApiError, config: DatabricksConfig): { field?: string; cure?: string } {
  const { host, warehouse, login, catalog = '…' } = config;
  if (reason === 'loginRefused')
    return {
      field: `connection.config.authType.${'token' in login ? 'token' : 'clientSecret'}`,
      cure: 'Check that the token or the secret belongs to this workspace and has not run out',
    };
  if (reason === 'databaseNotFound')
    // An answer with a status of its own is of the API, and not of a statement.
    return status >= 400
      ? { field: 'connection.config.httpPath', cure: `Name a warehouse of the workspace in place of ${warehouse}` }
      : { field: 'connection.config.catalog', cure: `Name a catalog of the workspace in place of ${catalog}` };
  if (reason === 'notPermitted')
    return {
      field: 'connection.config.authType',
      cure:
        `Let the principal use the warehouse ${warehouse} (CAN USE); ` +
        `GRANT USE CATALOG, USE SCHEMA, SELECT ON CATALOG ${catalog} TO it`,
    };
  if (reason !== 'sourceUnreachable') return {};
  return {
    field: 'connection.config.hostPort',
    cure: `${host} was reached, and the warehouse ${warehouse} takes no statements now: see its state and its queue`,
  };
}
