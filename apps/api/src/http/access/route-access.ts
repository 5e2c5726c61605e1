import type { Actor, Operation } from '@app/common';

/** Whose bodies may have more than 1 MiB on a route for any principal: who may do the operation on some object of a resource. */
export interface LargeBodies {
  readonly operation: Operation;
  readonly resources: readonly string[];
}

/** What a route asks of its caller. */
export type RouteAccess =
  | { readonly kind: 'open' }
  | { readonly kind: 'principal'; readonly largeBodies?: LargeBodies }
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
