/** Rows of the first batch, and the limits of any batch. */
const FIRST = 200;
const FEWEST = 50;
const MOST = 5_000;
/** Target duration of a batch, in ms: writers of the contract wait while it is deleted. */
const AIM_MS = 10;
/** Maximum growth factor of a batch, because a fast batch may be an outlier. */
const GROWTH = 2;

/**
 * Adapts the batch size of a long deletion. A batch runs under the contract's lock, and its duration depends on the
 * machine and its load, so each size is derived from the duration of the previous batch.
 */
export class DeletionPace {
  private rows = FIRST;

  get next(): number {
    return this.rows;
  }

  /** @param ms duration of a full batch */
  took(ms: number): void {
    const wanted = (this.rows * AIM_MS) / Math.max(ms, 1);
    this.rows = Math.round(Math.min(MOST, this.rows * GROWTH, Math.max(FEWEST, wanted)));
  }
}
