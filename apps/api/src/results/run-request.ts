import type { Actor } from '@app/common';
import { waitSeconds, type RunOptions } from '@app/validation';
import type { FastifyRequest } from 'fastify';
import { requestToken } from '../http/request/request-token';
import { wantedParts, type ResultQuery } from './result.dto';

/** Provides the default wait of a request, in seconds. */
export const DEFAULT_WAIT_SECONDS = Symbol('seconds that a validate request waits');

/** How a run is asked for, by the headers and the query of a request. */
export function runOptions(
  request: FastifyRequest,
  actor: Actor,
  query: ResultQuery,
  defaultWaitSeconds: number,
): RunOptions {
  const { headers } = request;
  const idempotency = requestToken(request, actor);
  const prefer = Array.isArray(headers.prefer) ? headers.prefer.join(',') : headers.prefer;
  return {
    waitMs: waitSeconds(prefer, defaultWaitSeconds) * 1_000,
    parts: wantedParts(query),
    ...(idempotency && { idempotency }),
  };
}
