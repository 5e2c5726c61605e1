import { ApiError, type ErrorWords } from '../connect/api-error';
import { type Hints, reasonsByWord } from '../connect/explaining';
import { explainNetwork } from '../connect/network-errors';
import { errorSaid } from '../connect/said';
import { type Explanation, type Reason, SourceError } from '../reason';
import type { BigQueryConfig } from './bigquery-connection';

/** Reasons by the word of an error, which jobs and answers share. */
const BY_WORD = reasonsByWord({
  loginRefused: 'authError required',
  notPermitted: 'accessDenied forbidden billingNotEnabled blocked insufficientPermissions',
  tooLarge: 'bytesBilledLimitExceeded billingTierLimitExceeded resourcesExceeded responseTooLarge',
  timedOut: 'stopped timeout jobTimeout',
  sourceUnreachable:
    'quotaExceeded rateLimitExceeded jobRateLimitExceeded backendError internalError jobBackendError jobInternalError',
  sqlError: 'invalidQuery invalid',
});
const SERVER_FAULT = 500;

/** The API's words for an error, of its answers and of jobs. */
export function bigQueryError(body: unknown): ErrorWords {
  const { error } = body as { error?: { errors?: { reason?: unknown }[]; message?: unknown; status?: unknown } };
  return { word: error?.errors?.[0]?.reason ?? error?.status, message: error?.message };
}

/** Explains an error of the API or the line. @param statement what was sent, if something was */
export function explainBigQuery(error: unknown, config: BigQueryConfig, statement?: string): Explanation {
  if (error instanceof SourceError) return error;
  const message = errorSaid(withoutValue(error), statement, [config.keyText]);
  if (!(error instanceof ApiError))
    return explainNetwork(error, config, { message, tlsField: 'connection.config.hostPort' });
  const reason = reasonOf(error, statement);
  return { reason, message, ...hintsOf(error, config)[reason] };
}

/** A value that could not be read stands behind a colon, without quotes. */
function withoutValue(error: unknown): unknown {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/\b((?:Bad|Invalid|Failed to parse)\b[\w ]*: )[^]*/, '$1…');
}

function reasonOf({ status, word, message }: ApiError, statement?: string): Reason {
  // Of a statement it is a table or a dataset, else the project.
  if (word === 'notFound')
    return statement === undefined || /project/i.test(message) ? 'databaseNotFound' : 'tableNotFound';
  const known = BY_WORD.get(word);
  if (known) return known;
  if (status === 401) return 'loginRefused';
  if (status === 403) return 'notPermitted';
  return status >= SERVER_FAULT || word === '' ? 'sourceUnreachable' : 'sqlError';
}

function hintsOf({ word }: ApiError, config: BigQueryConfig): Hints {
  const { clientEmail, host, billingProject, project, maximumBytesBilled } = config;
  return {
    loginRefused: {
      field: 'connection.config.credentials.gcpConfig.privateKey',
      cure: 'Check that the key belongs to the service account and is not disabled, and the clock of the worker',
    },
    databaseNotFound: {
      field: 'connection.config.credentials.gcpConfig.projectId',
      cure: `Name projects that exist: ${project} is read, jobs run in ${billingProject}`,
    },
    notPermitted: {
      field: 'connection.config.credentials.gcpConfig.clientEmail',
      cure: `Grant ${clientEmail} roles/bigquery.jobUser on the project ${billingProject} and roles/bigquery.dataViewer on the datasets`,
    },
    ...(word === 'bytesBilledLimitExceeded' && {
      tooLarge: {
        field: 'connection.config.maximumBytesBilled',
        cure: `A statement may be billed for ${maximumBytesBilled} bytes: raise it, or measure a sample`,
      },
    }),
    sourceUnreachable: {
      field: 'connection.config.hostPort',
      cure: `${host} was reached and takes no jobs of ${billingProject} now: see its quotas, and the state of the service`,
    },
  };
}
