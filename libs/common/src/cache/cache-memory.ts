import { UseCounts } from './use-counts';

/** Bytes that an entry takes beside its value, about. */
const OVERHEAD = 500;
/** A value that takes more is not cached: it would evict many others. Bytes, and the share of the whole budget. */
const LARGEST = 512 * 1024;
const LARGEST_SHARE = 1 / 16;

export interface CacheEntry {
  /** Its counter of uses. */
  readonly slot: number;
  /** Bytes that its value takes, about. */
  readonly size: number;
  evict(): void;
}

/** How the requests to a cache ended. hit: the cached value was valid. stale: it was not. miss: there was none. */
export type CacheOutcomes = Record<'hit' | 'stale' | 'miss', number>;

/**
 * The memory that all caches of a process share. Where there is no room for another entry, it is admitted only if it is asked for more
 * often than what would be evicted (TinyLFU). What is replaced all the time is found by few, and is garbage among the old objects of V8.
 */
export class CacheMemory {
  readonly uses = new UseCounts();
  /** The largest value that is admitted, in bytes. */
  readonly largest: number;
  /** By name of the cache, since the start of the process. */
  readonly outcomes = new Map<string, CacheOutcomes>();
  private readonly entries = new Set<CacheEntry>();
  /** Compares entries with others one after another, round-robin. */
  private hand = this.entries.values();
  private bytes = 0;

  /** @param most bytes of all entries together; 0: nothing is cached */
  constructor(private readonly most: number) {
    this.largest = Math.min(LARGEST, most * LARGEST_SHARE);
  }

  /** Bytes of all entries, about. */
  get taken(): number {
    return this.bytes;
  }

  /** The counts of a cache, and a seed for its keys. */
  register(name: string): { readonly outcomes: CacheOutcomes; readonly seed: number } {
    let outcomes = this.outcomes.get(name);
    if (!outcomes) this.outcomes.set(name, (outcomes = { hit: 0, stale: 0, miss: 0 }));
    return { outcomes, seed: 0x811c9dc5 ^ (this.outcomes.size * 0x9e3779b1) };
  }

  /** Whether there is room for the entry, which counts from now on. Entries that are used less are evicted for it. */
  admits(entry: CacheEntry): boolean {
    if (entry.size > this.largest || !this.makeRoom(entry)) return false;
    this.entries.add(entry);
    this.bytes += entry.size + OVERHEAD;
    return true;
  }

  /** The entry has left its cache. */
  release(entry: CacheEntry): void {
    if (this.entries.delete(entry)) this.bytes -= entry.size + OVERHEAD;
  }

  /** Evicts entries that are used less; those that are used as much stay. */
  private makeRoom({ size, slot }: CacheEntry): boolean {
    const uses = this.uses.of(slot);
    while (this.bytes + size + OVERHEAD > this.most) {
      const other = this.next();
      if (other === undefined || this.uses.of(other.slot) >= uses) return false;
      other.evict();
    }
    return true;
  }

  private next(): CacheEntry | undefined {
    const { value, done } = this.hand.next();
    if (!done) return value;
    this.hand = this.entries.values();
    return this.hand.next().value;
  }
}
