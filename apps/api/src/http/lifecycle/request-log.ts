import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { HttpMetrics } from '../metrics/http-metrics';

/** The pattern of a route; what no route took has no name that a caller could multiply. */
const UNROUTED = '(none)';
/** Asked every few seconds by whoever watches the process. */
const WATCHED = new Set(['/livez', '/readyz', '/startupz', '/metrics']);

/** One line and one measurement per request. No query, no body, no header: they may hold what is secret. */
export class RequestLog {
  private readonly logger: Logger;

  constructor(
    logger: Logger,
    private readonly metrics: HttpMetrics,
  ) {
    // The members of a line are those below, none of them secret: looking for secrets took a tenth of a busy API's time.
    this.logger = logger.child({}, { redact: [] });
  }

  record(request: FastifyRequest, reply: FastifyReply): void {
    const { method, id, actor, routeOptions } = request;
    const { statusCode: status, elapsedTime } = reply;
    const route = routeOptions.url ?? UNROUTED;
    this.metrics.observe(method, route, status, elapsedTime);
    const ms = Math.round(elapsedTime * 1000) / 1000;
    const level = WATCHED.has(route) ? 'debug' : 'info';
    this.logger[level]({ method, route, status, ms, requestId: id, actor: actor?.name }, 'request');
  }
}
