import type { Settings } from '@app/config';
import { PartLevels } from '@app/logging';
import type { Logger } from 'pino';
import type { HttpMetrics } from '../metrics/http-metrics';
import type { RequestOutcome } from '../metrics/request-durations';

/**
 * The pattern of a route; requests without a route have a constant name, so that callers cannot inflate the label
 * set.
 */
const UNROUTED = '(none)';
/** Requested every few seconds by health monitoring. */
export const PROBES: ReadonlySet<string> = new Set(['/livez', '/readyz', '/startupz', '/metrics']);

const CONTEXT = 'Request';

export interface AnsweredRequest {
  readonly method: string;
  /** The pattern of its route; undefined where it has none. */
  readonly route: string | undefined;
  readonly status: number;
  /** From its head to the end of its answer. */
  readonly ms: number;
  readonly requestId: string;
  /** The name of the caller, where there is one. */
  readonly actor: string | undefined;
  readonly address: string | undefined;
}

/** The parts of an outcome that are known before a request comes to it. */
interface KnownOutcome {
  /** Writes what all lines of the outcome have in common, which is made text once. */
  readonly logger: Logger;
  readonly seconds: ReturnType<HttpMetrics['durations']['of']>;
}

/** One line and one measurement per request. No query, no body, no header: they may contain secrets. */
export class RequestLog {
  private readonly logger: Logger;
  private readonly outcomes = new Map<string, KnownOutcome>();

  constructor(
    logger: Logger,
    private readonly metrics: HttpMetrics,
    levels: Settings['logLevels'],
  ) {
    this.logger = new PartLevels(logger, levels).of(CONTEXT).child({ context: CONTEXT });
  }

  record({ method, route = UNROUTED, status, ms, requestId, actor, address }: AnsweredRequest): void {
    const { logger, seconds } = this.outcomeOf({ method, route, status });
    seconds.observe(ms / 1000);
    const level = PROBES.has(route) ? 'debug' : 'info';
    logger[level]({ ms: Math.round(ms * 1000) / 1000, requestId, actor, address }, 'request');
  }

  /** The known outcome; there are as many as routes, each with the statuses that it answers. */
  private outcomeOf(outcome: RequestOutcome): KnownOutcome {
    const key = `${outcome.method} ${outcome.status} ${outcome.route}`;
    let known = this.outcomes.get(key);
    if (known === undefined) {
      known = { logger: this.logger.child(outcome), seconds: this.metrics.durations.of(outcome) };
      this.outcomes.set(key, known);
    }
    return known;
  }
}
