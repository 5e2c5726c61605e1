import type { Actor, RequestOrigin } from '@app/common';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { routeOf } from './route-access';

/** The actor of a request; for routes that are not open. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): Actor => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  const { actor } = request;
  if (!actor) throw new Error(`${routeOf(request).url} asks for the actor, but is open to callers without a token`);
  return actor;
});

/** Where a request comes from. */
export function originOf(request: FastifyRequest): RequestOrigin {
  const { url = '' } = routeOf(request);
  return { requestId: request.id, address: request.ip, route: `${request.method} ${url}` };
}

/** For routes that are open: the actor of the others has it. */
export const Origin = createParamDecorator((_: unknown, context: ExecutionContext): RequestOrigin =>
  originOf(context.switchToHttp().getRequest<FastifyRequest>()),
);
