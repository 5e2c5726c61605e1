import { AppError, ERROR_TRAITS, type ErrorCode } from '@app/common';
import { HttpException } from '@nestjs/common';
import { databaseFault } from './database-fault';

const CODE_OF_STATUS = new Map(
  Object.entries(ERROR_TRAITS).map(([code, { status }]) => [status, code as ErrorCode] as const),
);

/** Errors that Fastify detects, with messages that say what is allowed. */
const FASTIFY_FAULTS: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  FST_ERR_BAD_URL: ['BAD_REQUEST', 'The path is not a valid percent-encoding of UTF-8'],
  FST_ERR_MAX_PARAM_LENGTH: ['URI_TOO_LONG', 'A part of the path is longer than any name can be'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['PAYLOAD_TOO_LARGE', 'The body is larger than this route takes'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['UNSUPPORTED_MEDIA_TYPE', 'Content-Type is not a media type'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['BAD_REQUEST', 'The body is not as long as Content-Length says'],
};

/** The members of a thrown value that identify it; Fastify, Nest and Node each set some. */
interface Thrown {
  readonly code?: unknown;
  readonly statusCode?: unknown;
  readonly message?: unknown;
}

function ofStatus(status: number, message: string): AppError | undefined {
  if (status < 400 || status > 499) return undefined;
  return new AppError(CODE_OF_STATUS.get(status) ?? 'BAD_REQUEST', message);
}

function frameworkFault(error: unknown): AppError | undefined {
  if (error instanceof HttpException) return ofStatus(error.getStatus(), error.message);
  const { code, statusCode, message } = error as Thrown;
  const [known, text] = (typeof code === 'string' && FASTIFY_FAULTS[code]) || [];
  if (known) return new AppError(known, text ?? '');
  const isFastify = typeof code === 'string' && code.startsWith('FST_');
  return isFastify && typeof statusCode === 'number' ? ofStatus(statusCode, String(message)) : undefined;
}

/** Maps anything thrown to the error that the caller gets. Unexpected errors become 500 without internal details. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const known =
    typeof error === 'object' && error !== null ? (frameworkFault(error) ?? databaseFault(error)) : undefined;
  return (
    known ?? new AppError('INTERNAL_ERROR', 'Internal error; the log tells more under this requestId', { cause: error })
  );
}
