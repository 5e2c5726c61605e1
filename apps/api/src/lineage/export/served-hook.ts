import type { OthersServed } from '@app/lineage';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { routeOf } from '../../http/access/route-access';

const isExport = (request: FastifyRequest): boolean => routeOf(request).url?.endsWith('/lineage/export') === true;

/** Signals to exports that other requests are being served, so that they throttle themselves. */
export function tellWhoIsServed(fastify: FastifyInstance, others: OthersServed): void {
  const end = (): void => others.end();
  fastify.addHook('onRequest', (request, { raw }, done) => {
    if (!isExport(request)) {
      others.begin();
      // Runs however the request ends; Fastify's onResponse also runs for requests that did not reach this hook.
      raw.on('close', end);
    }
    done();
  });
}
