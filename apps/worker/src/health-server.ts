import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { HealthAnswer, HealthProbes } from '@app/common';
import { register } from 'prom-client';

/** /livez, /readyz, /startupz and /metrics of a worker, on a port of their own. */
export function createHealthServer(health: HealthProbes): Server {
  const routes: Record<string, (response: ServerResponse) => Promise<void>> = {
    '/livez': async (response) => sendHealth(response, health.live()),
    '/readyz': async (response) => sendHealth(response, await health.ready()),
    '/startupz': async (response) => sendHealth(response, await health.started()),
    '/metrics': async (response) => {
      response.writeHead(200, { 'content-type': register.contentType }).end(await register.metrics());
    },
  };
  return createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    const route = Object.hasOwn(routes, path) ? routes[path] : undefined;
    if (!route) return refuse(response, 404, 'NOT_FOUND', noRoute(request, Object.keys(routes)));
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD');
      return refuse(response, 405, 'METHOD_NOT_ALLOWED', `${request.method} is not allowed here; allowed: GET, HEAD`);
    }
    route(response).catch(() => refuse(response, 500, 'INTERNAL_ERROR', 'Internal error'));
  });
}

function noRoute({ method, url }: IncomingMessage, paths: readonly string[]): string {
  return `No route for ${method} ${url}; a worker has ${paths.join(', ')}`;
}

/** Resolves with the port when the server takes connections; 0 asks for a free one. */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as { port: number }).port);
    });
  });
}

function sendHealth(response: ServerResponse, { code, body }: HealthAnswer): void {
  sendJson(response, code, body);
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
  });
  response.end(JSON.stringify(body));
}

function refuse(response: ServerResponse, code: number, errorType: string, message: string): void {
  sendJson(response, code, { code, errorType, message });
}
