import { byCodePoint } from '@app/common';

/** Terms, each with a number of its own from 0 on, which can be looked for by how they begin. */
export class OrderedTerms<Value> {
  /** By code point. Made when it is first asked for: most searches look for whole terms. */
  private sorted: readonly string[] | undefined;

  /** @param values what is known of the term with a number */
  constructor(
    private readonly numbers: ReadonlyMap<string, number>,
    private readonly values: { of(number: number): Value },
  ) {}

  get(term: string): Value | undefined {
    const number = this.numbers.get(term);
    return number === undefined ? undefined : this.values.of(number);
  }

  /** The terms that begin so, in their order, each with what is known of it. */
  *beginning(prefix: string): Generator<readonly [term: string, value: Value]> {
    this.sorted ??= [...this.numbers.keys()].sort(byCodePoint);
    for (let at = placeOf(prefix, this.sorted, byCodePoint); at < this.sorted.length; at++) {
      const term = this.sorted[at] as string;
      if (!term.startsWith(prefix)) return;
      yield [term, this.get(term) as Value];
    }
  }
}

/** Where a value stands in a sorted list, or would stand: before the first one that is not less. */
export function placeOf<Value>(
  value: Value,
  sorted: readonly Value[],
  compare: (a: Value, b: Value) => number,
): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (compare(sorted[middle] as Value, value) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}
