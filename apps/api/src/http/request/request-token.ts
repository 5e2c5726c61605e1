import type { Actor } from '@app/common';
import { idempotencyToken, type IdempotencyToken } from '@app/database';
import type { FastifyRequest } from 'fastify';

/** The token of a request with an `Idempotency-Key`. @throws {AppError} BAD_REQUEST for a malformed key */
export function requestToken(request: FastifyRequest, actor: Pick<Actor, 'id'>): IdempotencyToken | undefined {
  const { method, url, body, headers } = request;
  const key = headers['idempotency-key'];
  return typeof key === 'string' ? idempotencyToken({ key, caller: actor.id, method, url, body }) : undefined;
}
