import { dimensionText } from './done-dimension';
import type { DoneDimension } from './done-dimension';

/**
 * How long a dimension that is done waits for others before it is told, in ms: most runs end within it, and then the statement
 * that ends them tells all.
 */
const REST_MS = 100;

/** Tells what an attempt at a run has done so far, in as few statements as who watches will not notice. */
export class RunProgress {
  private readonly told: Set<string>;
  private waiting: DoneDimension[] = [];
  private timer: NodeJS.Timeout | undefined;
  private telling: Promise<unknown> = Promise.resolve();
  private isSettled = false;

  /**
   * @param earlier what other attempts told: the same again is no news
   * @param tell keeps dimensions with the run; false when the run is no longer ours
   */
  constructor(
    earlier: readonly DoneDimension[],
    private readonly tell: (done: readonly DoneDimension[]) => Promise<boolean>,
  ) {
    this.told = new Set(earlier.map(dimensionText));
  }

  add(done: DoneDimension): void {
    const text = dimensionText(done);
    if (this.isSettled || this.told.has(text)) return;
    this.told.add(text);
    this.waiting.push(done);
    this.timer ??= setTimeout(() => this.flush(), REST_MS);
  }

  /** No more is told; returns what was not told yet. */
  async settle(): Promise<readonly DoneDimension[]> {
    this.isSettled = true;
    clearTimeout(this.timer);
    await this.telling;
    return this.waiting.splice(0);
  }

  private flush(): void {
    this.timer = undefined;
    const done = this.waiting.splice(0);
    // What could not be told is told by the end of the run.
    const told = this.tell(done).catch(() => void this.waiting.unshift(...done));
    this.telling = Promise.all([this.telling, told]);
  }
}
