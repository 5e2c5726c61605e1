import { ApiExtension } from '@nestjs/swagger';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyContextConfig } from 'fastify';
import { checkInputs } from './input/route-inputs';

const OPTIONS = Symbol('route options');

/** The members of an operation in the OpenAPI document that carry its route options while the document is made. */
export const ROUTE_EXTENSION = 'x-route-';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route has query parameters; set by the decorators themselves. */
    takesQuery?: boolean;
  }
}

/** The options that decorators have set on a controller's method so far. */
export function routeOptionsOf(method: object): FastifyContextConfig {
  return (Reflect.getOwnMetadata(OPTIONS, method) as FastifyContextConfig | undefined) ?? {};
}

/** Adds to the route's configuration. Nest's own `@RouteConfig` replaces what another decorator had set. */
export function RouteOptions(options: FastifyContextConfig): MethodDecorator {
  return (target, key, descriptor: PropertyDescriptor) => {
    const method = descriptor.value as object;
    // Decorators of parameters run before those of their method, so they are known here.
    const known = routeOptionsOf(method);
    const merged = { ...known, ...options, takesQuery: known.takesQuery ?? checkInputs(target, key) };
    Reflect.defineMetadata(OPTIONS, merged, method);
    RouteConfig(merged)(target, key, descriptor);
    // One each: of two extensions of the same name Nest uses the first.
    for (const [name, value] of Object.entries(options)) {
      ApiExtension(`${ROUTE_EXTENSION}${name}`, value)(target, key, descriptor);
    }
  };
}

/** Sets options of each route of a controller: those of the class itself; one that it extends says it for its own. */
export function markRoutes(prototype: object, options: FastifyContextConfig): void {
  for (const [key, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    const method: unknown = descriptor.value;
    const isRoute = typeof method === 'function' && routeOptionsOf(method).access !== undefined;
    if (isRoute && key !== 'constructor') RouteOptions(options)(prototype, key, descriptor);
  }
}
