import { dimensionText, type DoneDimension } from './run-log';

/**
 * How long the beginning of an attempt, and a completed dimension, are delayed before they are reported, in ms: most runs end
 * within this time, and then the final statement reports everything.
 */
const REST_MS = 100;

/** Reports the progress of an attempt, in few statements and without a noticeable delay for subscribers. */
export class RunProgress {
  private readonly told: Set<string>;
  private waiting: DoneDimension[] = [];
  private timer: NodeJS.Timeout | undefined;
  private telling: Promise<unknown> = Promise.resolve();
  private isSettled = false;

  /**
   * @param earlier dimensions reported by earlier attempts; unchanged ones are not reported again
   * @param tell reports that the run continues, and stores dimensions with it; false if the lease was lost
   */
  constructor(
    earlier: readonly DoneDimension[],
    private readonly tell: (done: readonly DoneDimension[]) => Promise<boolean>,
  ) {
    this.told = new Set(earlier.map(dimensionText));
    this.flushSoon();
  }

  add(done: DoneDimension): void {
    const text = dimensionText(done);
    if (this.isSettled || this.told.has(text)) return;
    this.told.add(text);
    this.waiting.push(done);
    this.flushSoon();
  }

  /** Stops reporting; returns the dimensions that were not reported yet. */
  async settle(): Promise<readonly DoneDimension[]> {
    this.isSettled = true;
    clearTimeout(this.timer);
    await this.telling;
    return this.waiting.splice(0);
  }

  private flushSoon(): void {
    this.timer ??= setTimeout(() => this.flush(), REST_MS);
  }

  private flush(): void {
    this.timer = undefined;
    const done = this.waiting.splice(0);
    // Dimensions that could not be reported are included in the final statement.
    const told = this.tell(done).catch(() => void this.waiting.unshift(...done));
    this.telling = Promise.all([this.telling, told]);
  }
}
