import type { FastifyInstance } from 'fastify';
import type { ConsolePage } from '../console/console-page';
import { INTERFACE_VERSION, RELEASE } from './release';

/** The page at the root address. */
const PATHS = ['/', '/api', '/api/v1'];

/** Lists the available endpoints for new users. */
export const START_PAGE = {
  name: 'metadata-catalog',
  release: RELEASE,
  interface: INTERFACE_VERSION,
  message:
    'A catalog of data assets with data contracts. Requests below /api take a token: `Authorization: Bearer <JWT>`, from the login or from `npm run token`.',
  links: {
    documentation: '/docs',
    openapi: '/openapi.json',
    agents: '/mcp',
    llms: '/llms.txt',
    login: '/api/v1/users/login',
    version: '/api/v1/system/version',
    alive: '/livez',
    ready: '/readyz',
    started: '/startupz',
  },
} as const;

/** Public, since it has nothing beyond the document of the API. A browser gets the console at `/`. */
export function serveStartPage(fastify: FastifyInstance, page?: ConsolePage): void {
  for (const path of PATHS) {
    fastify.get(path, { config: { access: { kind: 'open' } } }, (request, reply) =>
      page?.isAskedFor(request)
        ? page.send(reply.header('vary', 'Accept'))
        : reply.header('vary', 'Accept').send(START_PAGE),
    );
  }
}
