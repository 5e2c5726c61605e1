/** The closed list of error types of responses and failed jobs. */
export type ErrorCode =
  | 'BAD_REQUEST'
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'NOT_ACCEPTABLE'
  | 'REQUEST_TIMEOUT'
  | 'CONFLICT'
  | 'PRECONDITION_FAILED'
  | 'PAYLOAD_TOO_LARGE'
  | 'URI_TOO_LONG'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'TOO_MANY_REQUESTS'
  | 'HEADERS_TOO_LARGE'
  | 'INTERNAL_ERROR'
  | 'SERVICE_UNAVAILABLE';

interface ErrorTraits {
  readonly status: number;
  readonly log: 'debug' | 'warn' | 'error';
  /** Whether a job that failed with this error may be retried. */
  readonly retry: 'retryable' | 'final';
}

/** Decides status, log level and retry of each code: a missing code does not compile. */
export const ERROR_TRAITS: Record<ErrorCode, ErrorTraits> = {
  BAD_REQUEST: { status: 400, log: 'debug', retry: 'final' },
  UNAUTHORIZED: { status: 401, log: 'debug', retry: 'final' },
  FORBIDDEN: { status: 403, log: 'debug', retry: 'final' },
  NOT_FOUND: { status: 404, log: 'debug', retry: 'final' },
  METHOD_NOT_ALLOWED: { status: 405, log: 'debug', retry: 'final' },
  NOT_ACCEPTABLE: { status: 406, log: 'debug', retry: 'final' },
  REQUEST_TIMEOUT: { status: 408, log: 'debug', retry: 'retryable' },
  CONFLICT: { status: 409, log: 'debug', retry: 'final' },
  PRECONDITION_FAILED: { status: 412, log: 'debug', retry: 'final' },
  PAYLOAD_TOO_LARGE: { status: 413, log: 'debug', retry: 'final' },
  URI_TOO_LONG: { status: 414, log: 'debug', retry: 'final' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, log: 'debug', retry: 'final' },
  TOO_MANY_REQUESTS: { status: 429, log: 'debug', retry: 'retryable' },
  HEADERS_TOO_LARGE: { status: 431, log: 'debug', retry: 'final' },
  INTERNAL_ERROR: { status: 500, log: 'error', retry: 'retryable' },
  SERVICE_UNAVAILABLE: { status: 503, log: 'warn', retry: 'retryable' },
};
