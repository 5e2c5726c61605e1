import { AppError, badRequest, parseStrictJson } from '@app/common';
import { refused } from './dsl-fault';

/** Longest text of a filter or of aggregations, in bytes. */
const MOST_BYTES = 64 * 1024;

/** The faults of `parseStrictJson` speak of a body and of paths in it; here it is a parameter. */
function ofParameter(parameter: string, error: AppError): AppError {
  const message = error.message.startsWith('The body ')
    ? error.message.replace('The body ', `${parameter} `)
    : `${parameter}.${error.message}`;
  const details = error.details?.map((detail) => ({
    ...detail,
    field: detail.field ? `${parameter}.${detail.field}` : parameter,
  }));
  return badRequest(message, details);
}

/**
 * The JSON of a parameter, strictly read: no key twice, no `__proto__`, no half surrogates, at most 64 levels.
 * @throws {AppError} BAD_REQUEST that begins with the name of the parameter
 */
export function readDslJson(parameter: string, text: string): unknown {
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length > MOST_BYTES) {
    throw refused(parameter, `is ${bytes.length} bytes long; allowed are up to ${MOST_BYTES}`);
  }
  try {
    return parseStrictJson(bytes);
  } catch (error) {
    throw error instanceof AppError ? ofParameter(parameter, error) : error;
  }
}
