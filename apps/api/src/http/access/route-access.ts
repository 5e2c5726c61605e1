import type { Actor, Operation } from '@app/common';
import type { FastifyRequest } from 'fastify';

/** The callers that may send bodies over 1 MiB on a route for any principal: callers that may do the operation on some object of a resource. */
export interface LargeBodies {
  readonly operation: Operation;
  readonly resources: readonly string[];
}

export type RouteAccess =
  | { readonly kind: 'open' }
  | { readonly kind: 'principal'; readonly largeBodies?: LargeBodies }
  /** With several operations, one that some object could grant lets the request pass. */
  | { readonly kind: 'operation'; readonly operations: readonly Operation[]; readonly resource: string };

/** The pattern of a request's route and what it declares; read from Fastify once, which makes them anew each time. */
export function routeOf(request: FastifyRequest): MatchedRoute {
  return (request.route ??= request.routeOptions);
}

type MatchedRoute = Pick<FastifyRequest['routeOptions'], 'url' | 'config'>;

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: RouteAccess;
    /** Whether the token may be the header `x-api-key`. */
    apiKey?: boolean;
  }
  interface FastifyRequest {
    /** The caller; null on open routes. */
    actor: Actor | null;
    /** See `routeOf`. */
    route: MatchedRoute | null;
  }
}
