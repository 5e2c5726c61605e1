import { UseCounts } from './use-counts';

/** What an entry takes beside its value, about, in bytes or characters. */
const OVERHEAD = 500;

export interface MostUsedLimits<Value> {
  /** What all entries together may take. */
  readonly most: number;
  /** A value that takes more is not kept: it would drive out many others. */
  readonly largest: number;
  /** What a value takes, in the same unit. */
  readonly sizeOf: (value: Value) => number;
}

/**
 * Values by the key that they were asked for with: those that are asked for most. Where there is no room for another one, it is kept only
 * if it is asked for more than what would go (TinyLFU). That of many values that are each asked for now and then some stay is worth more
 * than that each stays for a while: what is replaced all the time is found by few, and is garbage among the old objects of V8.
 */
export class MostUsed<Value> {
  private readonly kept = new Map<string, Value>();
  /** Goes round: each is compared with others when it is its turn. */
  private hand = this.kept.keys();
  private readonly uses = new UseCounts();
  private taken = 0;

  constructor(private readonly limits: MostUsedLimits<Value>) {}

  /** Counts as a use, found or not. */
  get(key: string): Value | undefined {
    this.uses.note(key);
    return this.kept.get(key);
  }

  /** Does not count as a use. */
  has(key: string): boolean {
    return this.kept.has(key);
  }

  /** About how often it was asked for of late. */
  usesOf(key: string): number {
    return this.uses.of(key);
  }

  set(key: string, value: Value): void {
    this.drop(key);
    const size = this.limits.sizeOf(value);
    if (size > this.limits.largest || !this.makeRoom(size + OVERHEAD, this.uses.of(key))) return;
    this.taken += size + OVERHEAD;
    this.kept.set(key, value);
  }

  /** Drops what is asked for less, until there is room; what is asked for as much stays. */
  private makeRoom(size: number, uses: number): boolean {
    while (this.taken + size > this.limits.most) {
      const key = this.next();
      if (key === undefined || this.uses.of(key) >= uses) return false;
      this.drop(key);
    }
    return true;
  }

  private next(): string | undefined {
    const { value, done } = this.hand.next();
    if (!done) return value;
    this.hand = this.kept.keys();
    return this.hand.next().value;
  }

  /** What is not true any more. */
  drop(key: string): void {
    const value = this.kept.get(key);
    if (value === undefined) return;
    this.kept.delete(key);
    this.taken -= this.limits.sizeOf(value) + OVERHEAD;
  }
}
