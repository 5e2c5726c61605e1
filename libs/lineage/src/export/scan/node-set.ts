/** Initial number of slots; a power of two, as every later size. */
const LEAST = 1_024;
/** 2³² ÷ the golden ratio: Fibonacci hashing spreads adjacent numbers far apart. */
const SPREAD = 0x9e3779b1;

/**
 * A set of nodes, each a whole number from 1. A JavaScript Set takes 40 bytes per number, in the heap, where a large
 * one is copied as it ages; this one takes 16 to 32, outside of it (open addressing, at most half full).
 */
export class NodeSet {
  private slots = new Float64Array(LEAST);
  private count = 0;

  get size(): number {
    return this.count;
  }

  has(node: number): boolean {
    return this.slots[this.slotOf(node)] === node;
  }

  /** @returns whether it is new */
  add(node: number): boolean {
    const slot = this.slotOf(node);
    if (this.slots[slot] === node) return false;
    this.slots[slot] = node;
    if (++this.count * 2 > this.slots.length) this.grow();
    return true;
  }

  /** Its slot, or the free slot for inserting it. */
  private slotOf(node: number): number {
    const { slots } = this;
    const last = slots.length - 1;
    const spread = Math.imul(node, SPREAD);
    let slot = (spread ^ (spread >>> 15)) & last;
    for (let found = slots[slot]; found !== 0 && found !== node; found = slots[slot]) slot = (slot + 1) & last;
    return slot;
  }

  private grow(): void {
    const before = this.slots;
    this.slots = new Float64Array(before.length * 2);
    for (const node of before) if (node !== 0) this.slots[this.slotOf(node)] = node;
  }
}
