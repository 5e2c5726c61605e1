/** Rows of the first batch, and of any. */
const FIRST = 200;
const FEWEST = 50;
const MOST = 5_000;
/** Writers of the contract wait while a batch is deleted: what it should take, in ms. */
const AIM_MS = 10;
/** A batch is made larger by at most so much, since one that was quick may have been lucky. */
const GROWTH = 2;

/**
 * How many results the next batch of a long deletion takes. A batch holds the contract's lock, and how long its rows take
 * depends on the machine and on what else is done there, so each batch follows from the time of the one before.
 */
export class DeletionPace {
  private rows = FIRST;

  get next(): number {
    return this.rows;
  }

  /** @param ms time that a full batch took */
  took(ms: number): void {
    const wanted = (this.rows * AIM_MS) / Math.max(ms, 1);
    this.rows = Math.round(Math.min(MOST, this.rows * GROWTH, Math.max(FEWEST, wanted)));
  }
}
