import { release } from '@app/config';
import { showProcess } from '@app/database';
import { register, Registry } from 'prom-client';
import { RequestDurations } from './request-durations';

/** What this process counts, in the text format of Prometheus. */
export class HttpMetrics {
  readonly registry = new Registry();
  /** Of requests, from their heads to the ends of their answers. */
  readonly durations = new RequestDurations(this.registry);

  constructor() {
    showProcess(this.registry, { app: 'api', release: release() });
  }

  /** With what the libraries count, which is in the process-wide registry. */
  text(): Promise<string> {
    return Registry.merge([this.registry, register]).metrics();
  }

  get contentType(): string {
    return this.registry.contentType;
  }
}
