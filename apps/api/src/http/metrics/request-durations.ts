import { Histogram, type Metric, type Registry } from 'prom-client';

/** How a request ended. */
export interface RequestOutcome {
  readonly method: string;
  readonly route: string;
  readonly status: number;
}

/** Range: from a read in memory to a validation that the request waits for. */
const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** The names of prom-client's own metrics. */
const NAMING = {
  name: 'http_request_duration_seconds',
  help: 'Time from the head of a request to the end of its answer.',
} as const;

/**
 * One metric, made of a histogram for each outcome. One of prom-client with labels makes a text of the labels for each value, to find the
 * counts by it: 2 % of what a read takes.
 */
export class RequestDurations {
  readonly name = NAMING.name;
  private readonly outcomes: {
    readonly labels: Readonly<Record<string, string | number>>;
    readonly seconds: Histogram;
  }[] = [];

  constructor(registry: Registry) {
    // It asks for the name, and for `get`.
    registry.registerMetric(this as unknown as Metric);
  }

  /** To be asked for once an outcome. */
  of({ method, route, status }: RequestOutcome): Pick<Histogram, 'observe'> {
    const seconds = new Histogram({ ...NAMING, buckets: BUCKETS_SECONDS, registers: [] });
    this.outcomes.push({ labels: { method, route, status }, seconds });
    return seconds;
  }

  /** The value of the metric, in the form of prom-client. */
  async get(): Promise<object> {
    const values = this.outcomes.map(async ({ labels, seconds }) =>
      (await seconds.get()).values.map((value) => ({ ...value, labels: { ...value.labels, ...labels } })),
    );
    return { ...NAMING, type: 'histogram', aggregator: 'sum', values: (await Promise.all(values)).flat() };
  }
}
