import { AppError } from '@app/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RouteTable } from './route-table';

/** The request path as sent, without the query. */
export function pathOf(request: FastifyRequest): string {
  const { url } = request;
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

/** Maximum length of a path in a message. */
const SHOWN = 300;

const shown = (path: string) => (path.length > SHOWN ? `${path.slice(0, SHOWN)}…` : path);

/**
 * 204 for OPTIONS of a path that has a route; whether it has one is public, and a browser sends OPTIONS without a
 * token.
 */
export function answerOptions(request: FastifyRequest, reply: FastifyReply, routes: RouteTable): boolean {
  if (request.method !== 'OPTIONS') return false;
  const methods = routes.methodsOf(pathOf(request));
  if (methods.length === 0) return false;
  void reply.code(204).header('allow', methods.join(', ')).send();
  return true;
}

export function noRoute(request: FastifyRequest): AppError {
  return new AppError('NOT_FOUND', `No route for ${request.method} ${shown(pathOf(request))}`);
}

/** The error for a request without a route: 405 with Allow where the path has other methods, else 404. */
export function unroutedError(request: FastifyRequest, routes: RouteTable): AppError {
  const path = pathOf(request);
  const allow = routes.methodsOf(path).join(', ');
  if (!allow) return noRoute(request);
  const message = `${request.method} is not allowed for ${shown(path)}; allowed: ${allow}`;
  return new AppError('METHOD_NOT_ALLOWED', message, { headers: { Allow: allow } });
}
