import { markRoutes, RouteOptions } from '../../route-options.decorator';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether YAML bodies are taken beside JSON, and answers are YAML for a reader that prefers it. */
    yaml?: boolean;
    /** Media types that a parameter of such a route may ask for in place of JSON and YAML, so that Accept may name them alone. */
    otherTypes?: readonly string[];
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
    else markRoutes((target as { prototype: object }).prototype, { yaml: true });
  };
}
