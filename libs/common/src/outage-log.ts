import { STEADY_FAILURES, type Fault, type TaskLog } from './concurrency/periodic-task';

interface OutageLogger extends TaskLog {
  debug(message: string): void;
}

/** Logs the begin and the end of an outage, however many errors it causes; those between are logged at `debug`. */
export class OutageLog {
  private errors = 0;
  private last: Fault | undefined;

  /** @param recovered logged with the number of errors when the outage is over, such as `the queue answers again` */
  constructor(
    private readonly log: OutageLogger,
    private readonly recovered: string,
  ) {}

  /** @param failing the consequence, logged with the message of the error */
  failed(failing: string, error: unknown): void {
    this.last = { failing, error };
    const message = `${failing}: ${(error as Error).message}`;
    if (this.errors++ === 0) this.log.warn(message);
    else this.log.debug(message);
  }

  /** The fault where there was an error each time. */
  get faults(): readonly Fault[] {
    return this.last && this.errors >= STEADY_FAILURES ? [this.last] : [];
  }

  /** To be called whenever what failed succeeds. */
  succeeded(): void {
    if (this.errors === 0) return;
    this.log.log(this.errors === 1 ? this.recovered : `${this.recovered}, after ${this.errors} errors`);
    this.errors = 0;
    this.last = undefined;
  }
}
