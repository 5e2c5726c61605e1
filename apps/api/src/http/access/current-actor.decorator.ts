import type { Actor } from '@app/common';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** The actor of a request; for routes that are not open. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): Actor => {
  const { actor, routeOptions } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!actor) throw new Error(`${routeOptions.url} asks for the actor, but is open to callers without a token`);
  return actor;
});
