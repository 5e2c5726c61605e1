/** The median of a changing selection of numbers that are all known from the beginning; each change and each answer takes O(log n). */
export class SlidingMedian {
  /** The values in ascending order. */
  private readonly sorted: Float64Array;
  /** The rank of each value in that order, from 1; equal ones have ranks of their own. */
  private readonly indexes: Uint32Array;
  /** How many of the selection are in ranges of ranks: a Fenwick tree. */
  private readonly counts: Uint32Array;
  private readonly top: number;
  private size = 0;

  constructor(values: readonly number[]) {
    const order = Uint32Array.from(values.keys()).sort((one, other) => values[one]! - values[other]! || one - other);
    this.sorted = Float64Array.from(order, (at) => values[at]!);
    this.indexes = new Uint32Array(values.length);
    order.forEach((at, index) => (this.indexes[at] = index + 1));
    this.counts = new Uint32Array(values.length + 1);
    this.top = 2 ** Math.floor(Math.log2(Math.max(1, values.length)));
  }

  /** Takes the value at an index into the selection; it must not be in it. */
  add(index: number): void {
    this.change(index, 1);
  }

  /** Takes the value at an index out of the selection; it must be in it. */
  remove(index: number): void {
    this.change(index, -1);
  }

  /** The middle value, of an even number the mean of the middle two; NaN of none. */
  median(): number {
    const upper = this.smallest(Math.floor(this.size / 2) + 1);
    return this.size % 2 === 1 ? upper : (this.smallest(this.size / 2) + upper) / 2;
  }

  private change(index: number, by: number): void {
    this.size += by;
    for (let place = this.indexes[index]!; place < this.counts.length; place += place & -place)
      this.counts[place]! += by;
  }

  /** @param rank from 1 */
  private smallest(rank: number): number {
    let index = 0;
    let left = rank;
    for (let step = this.top; step > 0; step >>= 1) {
      const next = index + step;
      if (next >= this.counts.length || this.counts[next]! >= left) continue;
      index = next;
      left -= this.counts[next]!;
    }
    return this.sorted[index] ?? NaN;
  }
}

/** The median of a list; NaN of an empty one. */
export function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export function medianDeviation(values: readonly number[], centre = median(values)): number {
  return median(values.map((value) => Math.abs(value - centre)));
}
