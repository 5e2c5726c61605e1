import type { Actor } from '@app/common';
import { idempotencyToken, type IdempotencyToken } from '@app/database';
import { waitSeconds } from '@app/validation';
import type { FastifyRequest } from 'fastify';

/** The token of a request with an `Idempotency-Key`. @throws {AppError} BAD_REQUEST for a malformed key */
export function requestToken(request: FastifyRequest, actor: Pick<Actor, 'id'>): IdempotencyToken | undefined {
  const { method, url, body, headers } = request;
  const key = headers['idempotency-key'];
  return typeof key === 'string' ? idempotencyToken({ key, caller: actor.id, method, url, body }) : undefined;
}

/** How a run is asked for and awaited, by the headers `Prefer` and `Idempotency-Key`. */
export interface AwaitedRun {
  readonly waitMs: number;
  readonly idempotency?: IdempotencyToken;
}

/**
 * @param defaultSeconds how long a request waits that does not say so
 * @throws {AppError} BAD_REQUEST for a malformed key
 */
export function awaitedRun(request: FastifyRequest, actor: Actor, defaultSeconds: number): AwaitedRun {
  const { prefer: sent } = request.headers;
  const idempotency = requestToken(request, actor);
  const prefer = Array.isArray(sent) ? sent.join(',') : sent;
  return { waitMs: waitSeconds(prefer, defaultSeconds) * 1_000, ...(idempotency && { idempotency }) };
}
