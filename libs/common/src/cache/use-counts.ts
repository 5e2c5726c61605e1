/** Counters of keys; keys that share one count together. */
const COUNTERS = 1 << 16;
const MOST = 255;

/**
 * About how often each key was asked for of late, in constant memory: all counts are halved when as many questions came as there are
 * counters.
 */
export class UseCounts {
  private readonly counts = new Uint8Array(COUNTERS);
  private sinceHalved = 0;

  /** @param slot as `placeOf` gives it. @returns the count, with this use */
  note(slot: number): number {
    const count = this.counts[slot] as number;
    if (count < MOST) this.counts[slot] = count + 1;
    this.sinceHalved += 1;
    if (this.sinceHalved === COUNTERS) this.halve();
    return this.of(slot);
  }

  of(slot: number): number {
    return this.counts[slot] as number;
  }

  private halve(): void {
    this.sinceHalved = 0;
    for (let slot = 0; slot < COUNTERS; slot++) this.counts[slot] = (this.counts[slot] as number) >> 1;
  }
}

/** The counter of a key, by FNV-1a. @param seed separates equal keys of different caches */
export function placeOf(key: string, seed: number): number {
  let hash = seed;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 16)) & (COUNTERS - 1);
}
