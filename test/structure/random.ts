/** Numbers that look random and are the same for the same seed (mulberry32). */
export class Random {
  constructor(private state: number) {}

  /** From 0 up to, and without, 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  /** One of them, or undefined of none. */
  of<T>(items: readonly T[]): T | undefined {
    return items[this.below(items.length)];
  }

  /** A stream of its own: what one client does must not depend on how the others were served. */
  fork(): Random {
    return new Random(this.below(2 ** 31));
  }
}
