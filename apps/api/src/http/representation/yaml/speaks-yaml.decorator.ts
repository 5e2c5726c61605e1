import { RouteOptions, routeOptionsOf } from '../../route-options.decorator';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether YAML bodies are taken beside JSON, and answers are YAML for a reader that prefers it. */
    yaml?: boolean;
  }
}

/**
 * The route, or each route of the controller, supports YAML (`application/yaml`, `text/yaml`, `application/x-yaml`)
 * beside JSON, both
 * ways. The response is JSON unless Accept names YAML; errors are always JSON.
 */
export function SpeaksYaml(): ClassDecorator & MethodDecorator {
  return (target: object, key?: string | symbol, descriptor?: PropertyDescriptor): void => {
    if (key !== undefined && descriptor !== undefined) RouteOptions({ yaml: true })(target, key, descriptor);
    else markRoutes((target as { prototype: object }).prototype);
  };
}

/** Those of the class itself: one that it extends says it for its own. */
function markRoutes(prototype: object): void {
  for (const [key, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    const method: unknown = descriptor.value;
    const isRoute = typeof method === 'function' && routeOptionsOf(method).access !== undefined;
    if (isRoute && key !== 'constructor') RouteOptions({ yaml: true })(prototype, key, descriptor);
  }
}
