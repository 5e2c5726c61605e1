import { createServer, type Server } from 'node:http';
import { isIP } from 'node:net';
import type { Settings } from '@app/config';
import type { FastifyInstance } from 'fastify';
import type { HttpMetrics } from './http-metrics';

/** Whether only this machine reaches an address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

/** /metrics on the port of the API, where only this machine reaches it: it needs no authentication. */
export function serveMetrics(fastify: FastifyInstance, metrics: HttpMetrics, { host }: Settings): void {
  if (!isLoopback(host)) return;
  fastify.get('/metrics', async (_request, reply) => {
    return reply.header('content-type', metrics.contentType).send(await metrics.text());
  });
}

/** /metrics on a port of its own, where METRICS_PORT asks for it and the API is open to others. */
export function listenForMetrics(metrics: HttpMetrics, { host, metricsPort }: Settings): Server | undefined {
  if (metricsPort === undefined || isLoopback(host)) return undefined;
  const server = createServer((request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end();
      return;
    }
    void metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  return server.listen(metricsPort, host);
}
