import type { Settings } from '@app/config';
import { PartLevels } from '@app/logging';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { routeOf } from '../access/route-access';
import type { HttpMetrics } from '../metrics/http-metrics';

/**
 * The pattern of a route; requests without a route have a constant name, so that callers cannot inflate the label
 * set.
 */
const UNROUTED = '(none)';
/** Requested every few seconds by health monitoring. */
const WATCHED = new Set(['/livez', '/readyz', '/startupz', '/metrics']);

const CONTEXT = 'Request';

/** One line and one measurement per request. No query, no body, no header: they may hold what is secret. */
export class RequestLog {
  private readonly logger: Logger;
  /** Write what all lines of an outcome have in common, which is made text once. */
  private readonly byOutcome = new Map<string, Logger>();

  constructor(
    logger: Logger,
    private readonly metrics: HttpMetrics,
    levels: Settings['logLevels'],
  ) {
    this.logger = new PartLevels(logger, levels).of(CONTEXT).child({ context: CONTEXT });
  }

  record(request: FastifyRequest, reply: FastifyReply): void {
    const { method, id, actor, ip: address } = request;
    const { statusCode: status, elapsedTime } = reply;
    const route = routeOf(request).url ?? UNROUTED;
    this.metrics.observe(method, route, status, elapsedTime);
    const ms = Math.round(elapsedTime * 1000) / 1000;
    const level = WATCHED.has(route) ? 'debug' : 'info';
    this.loggerOf(method, route, status)[level]({ ms, requestId: id, actor: actor?.name, address }, 'request');
  }

  /** As many as there are series of the measurement. */
  private loggerOf(method: string, route: string, status: number): Logger {
    const outcome = `${method} ${status} ${route}`;
    const known = this.byOutcome.get(outcome) ?? this.logger.child({ method, route, status });
    this.byOutcome.set(outcome, known);
    return known;
  }
}
