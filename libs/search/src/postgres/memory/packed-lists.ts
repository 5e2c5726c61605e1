import type { Steps } from '@app/common';

/** Lists that are packed without a pause, a ms or so. */
const LISTS = 2_000;

/** Lists of numbers one behind the other in one array: most are short, and an array of its own takes 200 bytes. */
export class PackedLists {
  private constructor(
    private readonly ends: Uint32Array,
    private readonly numbers: Uint32Array,
  ) {}

  static *from(lists: readonly (readonly number[])[]): Steps<PackedLists> {
    const ends = new Uint32Array(lists.length);
    const numbers = new Uint32Array(lists.reduce((sum, { length }) => sum + length, 0));
    for (let [nth, end] = [0, 0]; nth < lists.length; nth++) {
      const list = lists[nth] as readonly number[];
      numbers.set(list, end);
      end += list.length;
      ends[nth] = end;
      if (nth % LISTS === 0) yield;
    }
    return new PackedLists(ends, numbers);
  }

  /** Shares the memory of all. */
  of(nth: number): Uint32Array {
    return this.numbers.subarray(this.startOf(nth), this.ends[nth]);
  }

  /** The place of its first number among those of all lists. */
  startOf(nth: number): number {
    return nth > 0 ? (this.ends[nth - 1] as number) : 0;
  }
}
