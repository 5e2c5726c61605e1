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

  note(key: string): void {
    const place = placeOf(key);
    const count = this.counts[place] as number;
    if (count < MOST) this.counts[place] = count + 1;
    this.sinceHalved += 1;
    if (this.sinceHalved === COUNTERS) this.halve();
  }

  of(key: string): number {
    return this.counts[placeOf(key)] as number;
  }

  private halve(): void {
    this.sinceHalved = 0;
    for (let place = 0; place < COUNTERS; place++) this.counts[place] = (this.counts[place] as number) >> 1;
  }
}

/** FNV-1a. */
function placeOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 16)) & (COUNTERS - 1);
}
