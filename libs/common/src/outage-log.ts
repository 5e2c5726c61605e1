import type { TaskLog } from './concurrency/periodic-task';

interface OutageLogger extends TaskLog {
  debug(message: string): void;
}

/** Tells of an outage when it begins and when it ends, however many errors it brings; those between go to `debug`. */
export class OutageLog {
  private errors = 0;

  /** @param recovered told with the number of errors when the outage is over, such as `the queue answers again` */
  constructor(
    private readonly log: OutageLogger,
    private readonly recovered: string,
  ) {}

  failed(message: string): void {
    if (this.errors++ === 0) this.log.warn(message);
    else this.log.debug(message);
  }

  /** To be called whenever what failed succeeds. */
  succeeded(): void {
    if (this.errors === 0) return;
    this.log.log(this.errors === 1 ? this.recovered : `${this.recovered}, after ${this.errors} errors`);
    this.errors = 0;
  }
}
