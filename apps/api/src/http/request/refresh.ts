import { invalidFields } from '@app/common';
import type { FastifyRequest } from 'fastify';

/** Whether the response to a write waits until the change is searchable. */
export const REFRESHES = ['wait_for', 'true', 'false'] as const;

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);
const WAITING = new WeakSet<FastifyRequest>();

/**
 * Takes `refresh`, which every write has, out of the query: code that reads the route's own parameters does not see it.
 *
 * @throws {AppError} BAD_REQUEST
 */
export function takeRefresh(request: FastifyRequest): void {
  const query = request.query as Record<string, string | string[] | undefined>;
  const { refresh } = query;
  if (refresh === undefined || READS.has(request.method)) return;
  if (!(REFRESHES as readonly unknown[]).includes(refresh)) {
    const message = `must be one of ${REFRESHES.join(', ')}; got "${[refresh].flat().join(', ')}"`;
    throw invalidFields([{ field: 'refresh', message }]);
  }
  delete query.refresh;
  if (refresh !== 'false') WAITING.add(request);
}

/** Whether the request is a write that requested to wait until it is searchable. */
export function waitsForSearch(request: FastifyRequest): boolean {
  return WAITING.has(request);
}
