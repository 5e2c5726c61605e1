import type { SearchBackend } from '@app/search';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { waitsForSearch } from '../http/request/refresh';

const WRITES: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Has writes with `?refresh=wait_for` answered when searches find what they wrote. */
export function waitForRefresh(fastify: FastifyInstance, backend: SearchBackend): void {
  fastify.addHook('onRoute', (route: RouteOptions) => {
    if (![route.method].flat().some((method) => WRITES.has(method))) return;
    route.onSend = [
      ...[route.onSend ?? []].flat(),
      async (request, reply, payload) => {
        if (reply.statusCode < 300 && waitsForSearch(request)) await backend.untilFound();
        return payload;
      },
    ];
  });
}
