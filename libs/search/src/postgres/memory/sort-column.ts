import { byCodePoint } from '@app/common';
import type { SortValue } from '../../query/bound-query';
import { placeOf } from './ordered-terms';

/** A value that documents are ordered by: texts by code point, false before true. */
export type ColumnValue = string | number | boolean;

/** What documents are ordered by: a value of each, all of one type, or none. */
export class SortColumn {
  /** Of each document the place of its value among all, the least of which is 0; -1: it has none. */
  readonly ranks: Int32Array;
  private readonly sorted: readonly ColumnValue[];

  constructor(readonly values: readonly (ColumnValue | null)[]) {
    this.sorted = [...new Set(values)].filter((each) => each !== null).sort(compare);
    const ranks = new Map(this.sorted.map((value, rank) => [value, rank]));
    this.ranks = Int32Array.from(values, (value) => (value === null ? -1 : (ranks.get(value) as number)));
  }

  /** The rank of a value, between those of two others where no document has it. Undefined: it is of another type. */
  rankOf(value: Exclude<SortValue, null>): number | undefined {
    const [first] = this.sorted;
    if (first !== undefined && typeof first !== typeof value) return undefined;
    const place = placeOf<ColumnValue>(value, this.sorted, compare);
    return this.sorted[place] === value ? place : place - 0.5;
  }
}

function compare(a: ColumnValue, b: ColumnValue): number {
  return typeof a === 'string' && typeof b === 'string' ? byCodePoint(a, b) : Number(a) - Number(b);
}

/** The fewest digits that tell one 32-bit number from all others, up to which they are enough for any. */
const [FEWEST, MOST] = [6, 9];

/** A double as a `real` of PostgreSQL reads after it was written as text: the shortest number that stands for the same 32 bits. */
export function realOf(value: number): number {
  const real = Math.fround(value);
  for (let digits = FEWEST; digits < MOST; digits++) {
    const shortest = Number(real.toPrecision(digits));
    if (Math.fround(shortest) === real) return shortest;
  }
  return Number(real.toPrecision(MOST));
}
