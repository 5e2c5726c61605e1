import type { Actor } from '@app/common';
import type { RunOptions } from '@app/validation';
import type { FastifyRequest } from 'fastify';
import { awaitedRun } from '../http/request/request-token';
import { wantedParts } from './result.dto';
import type { ValidateQuery } from './validate.dto';

/** Provides the default wait of a request, in seconds. */
export const DEFAULT_WAIT_SECONDS = Symbol('seconds that a validate request waits');

/** How a run is asked for, by the headers and the query of a request. */
export function runOptions(
  request: FastifyRequest,
  actor: Actor,
  query: ValidateQuery,
  defaultWaitSeconds: number,
): RunOptions {
  const { evidence } = query;
  return {
    ...awaitedRun(request, actor, defaultWaitSeconds),
    parts: wantedParts(query),
    ...(evidence !== undefined && { evidence }),
  };
}
