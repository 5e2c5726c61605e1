import type { Actor, Operation } from '@app/common';

/** What a route asks of its caller. */
export type RouteAccess =
  | { readonly kind: 'open' }
  | { readonly kind: 'principal' }
  /** With several operations, one that some object could grant lets the request pass. */
  | { readonly kind: 'operation'; readonly operations: readonly Operation[]; readonly resource: string };

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: RouteAccess;
  }
  interface FastifyRequest {
    /** Who asks; null on open routes. */
    actor: Actor | null;
  }
}
