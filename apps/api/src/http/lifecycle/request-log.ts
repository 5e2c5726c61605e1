import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { HttpMetrics } from '../metrics/http-metrics';

/**
 * The pattern of a route; requests without a route have a constant name, so that callers cannot inflate the label
 * set.
 */
const UNROUTED = '(none)';
/** Requested every few seconds by health monitoring. */
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
