import type { SearchBackend } from '@app/search';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';

const WRITES: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
const WAITS: ReadonlySet<unknown> = new Set(['wait_for', 'true']);

/** Has writes with `?refresh=wait_for` answered when searches find what they wrote. */
export function waitForRefresh(fastify: FastifyInstance, backend: SearchBackend): void {
  fastify.addHook('onRoute', (route: RouteOptions) => {
    if (![route.method].flat().some((method) => WRITES.has(method))) return;
    route.onSend = [
      ...[route.onSend ?? []].flat(),
      async (request, reply, payload) => {
        if (reply.statusCode < 300 && isAsked(request)) await backend.untilFound();
        return payload;
      },
    ];
  });
}

function isAsked({ query }: FastifyRequest): boolean {
  return WAITS.has((query as { refresh?: unknown } | undefined)?.refresh);
}
