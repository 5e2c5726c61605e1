/** Pages without references behind which the next one is expected to have none. */
const ENOUGH = 3;
/** So many more after one of which that was expected and not so. */
const AFTER_A_MISS = 16;

/**
 * To which pages nothing is expected to refer, by their statements: where nothing did for a few pages. The bytes of a page are asked for
 * again where the expectation was wrong, which is one of twenty pages at most.
 */
export class UnrelatedPages {
  /** Pages without references since the last one that had some; below zero after a miss. */
  private readonly seen = new Map<string, number>();

  isExpected(statement: string): boolean {
    return (this.seen.get(statement) ?? 0) >= ENOUGH;
  }

  /** A page was read with its references. */
  note(statement: string, hasReferences: boolean): void {
    const seen = this.seen.get(statement) ?? 0;
    this.seen.set(statement, hasReferences ? Math.min(seen, 0) : Math.min(seen + 1, ENOUGH));
  }

  missed(statement: string): void {
    this.seen.set(statement, -AFTER_A_MISS);
  }
}
