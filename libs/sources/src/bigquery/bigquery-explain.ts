import { ApiError, type ErrorWords } from '../connect/api-error';
import { explainNetwork } from '../connect/network-errors';
import { said, saidOf } from '../connect/said';
import { type Explanation, type Reason, SourceError } from '../reason';
import type { BigQueryConfig } from './bigquery-connection';

/** Reasons by the word of an error, which jobs and answers share. */
const BY_WORD: Readonly<Record<string, Reason>> = {
  ...{ authError: 'loginRefused', required: 'loginRefused', accessDenied: 'notPermitted', forbidden: 'notPermitted' },
  ...{ billingNotEnabled: 'notPermitted', blocked: 'notPermitted', insufficientPermissions: 'notPermitted' },
  ...{ bytesBilledLimitExceeded: 'tooLarge', billingTierLimitExceeded: 'tooLarge', resourcesExceeded: 'tooLarge' },
  ...{ responseTooLarge: 'tooLarge', stopped: 'timedOut', timeout: 'timedOut', jobTimeout: 'timedOut' },
  ...{ quotaExceeded: 'sourceUnreachable', rateLimitExceeded: 'sourceUnreachable' },
  ...{ jobRateLimitExceeded: 'sourceUnreachable', backendError: 'sourceUnreachable' },
  ...{
    internalError: 'sourceUnreachable',
    jobBackendError: 'sourceUnreachable',
    jobInternalError: 'sourceUnreachable',
  },
  ...{ invalidQuery: 'sqlError', invalid: 'sqlError' },
};
const SERVER_FAULT = 500;

/** The API's words for an error, of its answers and of jobs. */
export function bigQueryError(body: unknown): ErrorWords {
  const { error } = body as { error?: { errors?: { reason?: unknown }[]; message?: unknown; status?: unknown } };
  return { word: error?.errors?.[0]?.reason ?? error?.status, message: error?.message };
}

/**
 * Explains an error of the API or the line.
 * @param statement what was sent, if something was: of the rest of a message only what stands in it is shown
 */
export function explainBigQuery(error: unknown, config: BigQueryConfig, statement?: string): Explanation {
  if (error instanceof SourceError) return error;
  const text = error instanceof Error ? error.message : String(error);
  const secrets = [config.keyText];
  const message = statement === undefined ? said(text, secrets) : saidOf(text, statement, secrets);
  if (!(error instanceof ApiError))
    return explainNetwork(error, config, { message, tlsField: 'connection.config.hostPort' });
  const reason = reasonOf(error, statement);
  return { reason, message, ...hintOf(reason, error, config) };
}

function reasonOf({ status, word, message }: ApiError, statement?: string): Reason {
  // Of a statement it is a table or a dataset, else the project.
  if (word === 'notFound')
    return statement === undefined || /project/i.test(message) ? 'databaseNotFound' : 'tableNotFound';
  const known = BY_WORD[word];
  if (known) return known;
  if (status === 401) return 'loginRefused';
  if (status === 403) return 'notPermitted';
  return status >= SERVER_FAULT || word === '' ? 'sourceUnreachable' : 'sqlError';
}

function hintOf(reason: Reason, { word }: ApiError, config: BigQueryConfig): { field?: string; cure?: string } {
  const { clientEmail, host, billingProject, project } = config;
  if (reason === 'loginRefused')
    return {
      field: 'connection.config.credentials.gcpConfig.privateKey',
      cure: 'Check that the key belongs to the service account and is not disabled, and the clock of the worker',
    };
  if (reason === 'databaseNotFound')
    return {
      field: 'connection.config.credentials.gcpConfig.projectId',
      cure: `Name projects that exist: ${project} is read, jobs run in ${billingProject}`,
    };
  if (reason === 'notPermitted')
    return {
      field: 'connection.config.credentials.gcpConfig.clientEmail',
      cure: `Grant ${clientEmail} roles/bigquery.jobUser on the project ${billingProject} and roles/bigquery.dataViewer on the datasets`,
    };
  if (word === 'bytesBilledLimitExceeded')
    return {
      field: 'connection.config.maximumBytesBilled',
      cure: `A statement may be billed for ${config.maximumBytesBilled} bytes: raise it, or measure a sample`,
    };
  if (reason !== 'sourceUnreachable') return {};
  return {
    field: 'connection.config.hostPort',
    cure: `${host} was reached and takes no jobs of ${billingProject} now: see its quotas, and the state of the service`,
  };
}
