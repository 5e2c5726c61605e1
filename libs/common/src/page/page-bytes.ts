/** A page ends early at this many bytes, but contains at least one row: a process serves several pages concurrently. */
export const PAGE_BYTES = 16 * 1024 * 1024;

/** Remaining room of a page whose rows are added one after the other. The first one always fits. */
export class PageRoom {
  private held = 0;

  constructor(private readonly bytes = PAGE_BYTES) {}

  get isFull(): boolean {
    return this.held >= this.bytes;
  }

  /** Adds a row if it fits into the page. */
  take(bytes: number): boolean {
    if (this.isFull) return false;
    this.held += bytes;
    return true;
  }
}
