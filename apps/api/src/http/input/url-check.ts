import { badRequest } from '@app/common';
import type { FastifyRequest } from 'fastify';

const ENCODED_NULL = /%00/;

/**
 * Validates the text of path and query. The router has refused a path that is no valid UTF-8; the query's decoder would
 * let it through.
 *
 * @throws {AppError} BAD_REQUEST
 */
export function checkUrl(request: FastifyRequest): void {
  const { url } = request;
  if (!url.includes('%')) return;
  const start = url.indexOf('?');
  const [path, query] = start === -1 ? [url, ''] : [url.slice(0, start), url.slice(start + 1)];
  if (ENCODED_NULL.test(path)) throw badRequest('The path holds U+0000, which no name may');
  for (const parameter of query.includes('%') ? query.split('&') : []) checkParameter(parameter);
}

function checkParameter(parameter: string): void {
  const [name = ''] = parameter.split('=', 1);
  try {
    decodeURIComponent(parameter);
  } catch {
    throw faulty(name, 'is not a valid percent-encoding of UTF-8');
  }
  if (ENCODED_NULL.test(parameter)) throw faulty(name, 'holds U+0000, which no text may');
}

function faulty(field: string, message: string): Error {
  return badRequest(`The query parameter ${field} ${message}`, [{ field, message }]);
}

/** @throws {AppError} BAD_REQUEST for a query on a route that has no query parameter at all */
export function checkNoQuery(request: FastifyRequest): void {
  const details = Object.keys(request.query as object).map((field) => ({
    field,
    message: 'is not a query parameter of this route, which has none',
  }));
  const [first] = details;
  if (first) throw badRequest(`${first.field} ${first.message}`, details);
}
