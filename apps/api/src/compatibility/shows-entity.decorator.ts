import type { EntityType } from '@app/catalog';
import { markRoutes, RouteOptions } from '../http/route-options.decorator';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The type of the entities that the route answers with: one, a page, versions, or the rows of a bulk write. */
    shows?: string;
    /** The route answers with results of contracts: one, a page or a list. */
    showsResults?: boolean;
  }
}

/** The route, or each route of the controller, answers with entities of a type, which some clients are shown in another shape. */
export function ShowsEntity({ type }: Pick<EntityType, 'type'>): ClassDecorator & MethodDecorator {
  return (target: object, key?: string | symbol, descriptor?: PropertyDescriptor): void => {
    if (key !== undefined && descriptor !== undefined) RouteOptions({ shows: type })(target, key, descriptor);
    else markRoutes((target as { prototype: object }).prototype, { shows: type });
  };
}

/** Each route of the controller answers with results of contracts, whose newer members some clients do not know. */
export function ShowsResults(): ClassDecorator {
  return (target: object): void => markRoutes((target as { prototype: object }).prototype, { showsResults: true });
}
