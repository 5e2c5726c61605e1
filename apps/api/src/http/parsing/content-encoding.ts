import { AppError } from '@app/common';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Transform } from 'node:stream';
import type { FastifyRequest } from 'fastify';

const UNPACK: ReadonlyMap<string, () => Transform> = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** The content codings that a body may have; a 415 names them in Accept-Encoding (RFC 9110, 15.5.16). */
const ACCEPTED_ENCODINGS = 'gzip, deflate, br';

const encodingOf = ({ headers }: FastifyRequest): string =>
  (headers['content-encoding'] ?? 'identity').trim().toLowerCase();

export const isPacked = (request: FastifyRequest): boolean => encodingOf(request) !== 'identity';

/**
 * @param asSent whether the body is read as it arrives, so that nothing unpacks it
 * @throws {AppError} UNSUPPORTED_MEDIA_TYPE for an encoding that is not accepted, or several of them
 */
export function checkContentEncoding(request: FastifyRequest, asSent: boolean): void {
  const encoding = encodingOf(request);
  if (encoding === 'identity' || (!asSent && UNPACK.has(encoding))) return;
  const accepted = asSent ? 'identity' : ACCEPTED_ENCODINGS;
  const words = asSent ? 'none' : `${ACCEPTED_ENCODINGS}, or none`;
  const message = `Content-Encoding ${encoding.slice(0, 200)} is not taken; accepted: ${words}`;
  throw new AppError('UNSUPPORTED_MEDIA_TYPE', message, { headers: { 'Accept-Encoding': accepted } });
}

/**
 * A stream that unpacks the body of the request; undefined for a body that comes as it is. It unpacks no more than its reader
 * takes.
 */
export function unpacker(request: FastifyRequest): Transform | undefined {
  return UNPACK.get(encodingOf(request))?.();
}

/** Maps zlib's error to an answer: the error of a body that is cut short or not what its Content-Encoding says. */
export function unpackingError(request: FastifyRequest, { message }: Error): AppError {
  return new AppError('BAD_REQUEST', `The body is not valid ${encodingOf(request)}: ${message}`);
}
