import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import { register } from 'prom-client';
import type { WorkerHealth } from './worker-health';

/** /livez, /readyz and /metrics of a worker, on a port of their own. */
export function createHealthServer(health: WorkerHealth): Server {
  const routes: Record<string, (response: ServerResponse) => Promise<void>> = {
    '/livez': async (response) => sendJson(response, 200, { status: 'ok' }),
    '/readyz': async (response) => {
      const state = await health.state();
      sendJson(response, state.status === 'ready' ? 200 : 503, state);
    },
    '/metrics': async (response) => {
      response.writeHead(200, { 'content-type': register.contentType }).end(await register.metrics());
    },
  };
  return createServer((request, response) => {
    const route = Object.hasOwn(routes, request.url ?? '') ? routes[request.url!] : undefined;
    if (!route) return refuse(response, 404, 'NOT_FOUND', `No route for ${request.method} ${request.url}`);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD');
      return refuse(response, 405, 'METHOD_NOT_ALLOWED', `${request.method} is not allowed here; allowed: GET, HEAD`);
    }
    route(response).catch(() => refuse(response, 500, 'INTERNAL_ERROR', 'Internal error'));
  });
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
