import { release } from '@app/config';
import { showProcess } from '@app/database';
import { register, Registry } from 'prom-client';
import { RequestDurations } from './request-durations';

/** The metrics of this process, or of all of its port, in the text format of Prometheus. */
export class HttpMetrics {
  readonly registry = new Registry();
  /** The durations of requests, from their heads to the ends of their answers. */
  readonly durations = new RequestDurations(this.registry);

  /** @param shared gives the text of all processes of the port, where there are several; it asks this one for its own */
  constructor(shared?: (own: () => Promise<string>) => () => Promise<string>) {
    if (shared) this.text = shared(() => this.ownText());
    showProcess(this.registry, { app: 'api', release: release() });
  }

  /** The metrics of all processes of the port. */
  readonly text: () => Promise<string> = () => this.ownText();

  /** With what the libraries count, which is in the process-wide registry. */
  private ownText(): Promise<string> {
    return Registry.merge([this.registry, register]).metrics();
  }

  get contentType(): string {
    return this.registry.contentType;
  }
}
