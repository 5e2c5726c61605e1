import type { Operation } from '@app/common';
import { RouteOptions } from '../route-options.decorator';
import type { LargeBodies } from './route-access';

/** The requirement that `@Access` names: the operation (or several, of which one is enough) and the entity type it is done to. */
export interface AccessRequirement {
  readonly operation: Operation | readonly Operation[];
  readonly resource: string;
}

/**
 * The caller needs a permission that some object of the resource could grant (403 before the body is read where none
 * could). The service checks the object itself. Every route below /api has this, `@AnyPrincipal` or `@OpenAccess`.
 */
export function Access({ operation, resource }: AccessRequirement): MethodDecorator {
  const operations = typeof operation === 'string' ? [operation] : operation;
  return RouteOptions({ access: { kind: 'operation', operations, resource } });
}

/**
 * Any valid token will do.
 *
 * @param largeBodies who may send more than 1 MiB; default: no caller
 */
export function AnyPrincipal(largeBodies?: LargeBodies): MethodDecorator {
  return RouteOptions({ access: { kind: 'principal', ...(largeBodies && { largeBodies }) } });
}

/** Without an Authorization header the token may be the header `x-api-key`: for clients that can send it in no other way. */
export function TakesApiKey(): MethodDecorator {
  return RouteOptions({ apiKey: true });
}

/** No token is required, and one that is sent is ignored. */
export function OpenAccess(): MethodDecorator {
  return RouteOptions({ access: { kind: 'open' } });
}
