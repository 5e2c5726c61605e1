import { release } from '@app/config';
import { showProcess } from '@app/database';
import { Histogram, register, Registry } from 'prom-client';

/** Range: from a read in memory to a validation that the request waits for. */
const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** What this process counts, in the text format of Prometheus. */
export class HttpMetrics {
  readonly registry = new Registry();
  private readonly duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: BUCKETS_SECONDS,
    registers: [this.registry],
  });

  constructor() {
    showProcess(this.registry, { app: 'api', release: release() });
  }

  /** @param ms milliseconds from the head of the request to the end of the answer */
  observe(method: string, route: string, status: number, ms: number): void {
    this.duration.observe({ method, route, status }, ms / 1000);
  }

  /** With what the libraries count, which is in the process-wide registry. */
  text(): Promise<string> {
    return Registry.merge([this.registry, register]).metrics();
  }

  get contentType(): string {
    return this.registry.contentType;
  }
}
