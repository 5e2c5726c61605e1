import type { OthersServed } from '@app/lineage';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const isExport = ({ routeOptions }: FastifyRequest): boolean => routeOptions.url?.endsWith('/lineage/export') === true;

/** Has exports know when anybody else is served: they give way. */
export function tellWhoIsServed(fastify: FastifyInstance, others: OthersServed): void {
  const end = (): void => others.end();
  fastify.addHook('onRequest', (request, { raw }, done) => {
    if (!isExport(request)) {
      others.begin();
      // However it ends; what Fastify calls at the end is called for those too who never came this far.
      raw.once('close', end);
    }
    done();
  });
}
