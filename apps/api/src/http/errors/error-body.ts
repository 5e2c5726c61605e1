import { type AppError, ERROR_TRAITS, type ErrorCode, type ErrorDetail } from '@app/common';

export interface ErrorBody {
  /** The HTTP status. */
  readonly code: number;
  readonly errorType: ErrorCode;
  readonly message: string;
  readonly requestId: string;
  readonly details?: readonly ErrorDetail[];
}

/** Node refuses a header with other characters; a value of ours may repeat what a caller sent. */
const NOT_IN_HEADERS = /[^\t\x20-\x7e]/g;

export function errorBody(error: AppError, requestId: string): ErrorBody {
  const { code: errorType, message, details } = error;
  return { code: ERROR_TRAITS[errorType].status, errorType, message, requestId, ...(details && { details }) };
}

export function errorHeaders(error: AppError, requestId: string): Record<string, string> {
  const headers: Record<string, string> = {
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
  };
  if (error.retryAfter !== undefined) headers['retry-after'] = String(Math.max(1, Math.ceil(error.retryAfter)));
  for (const [name, value] of Object.entries(error.headers ?? {})) {
    headers[name.toLowerCase()] = value.replace(NOT_IN_HEADERS, '?');
  }
  return headers;
}
