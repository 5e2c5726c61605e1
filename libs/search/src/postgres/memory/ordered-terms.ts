import { byCodePoint } from '@app/common';

/** What is known of terms, which can be looked for by how they begin. */
export class OrderedTerms<Value> {
  /** By code point. Made when it is first asked for: most searches look for whole terms. */
  private sorted: readonly string[] | undefined;

  constructor(private readonly terms: ReadonlyMap<string, Value>) {}

  get(term: string): Value | undefined {
    return this.terms.get(term);
  }

  /** The terms that begin so, in their order, each with what is known of it. */
  *beginning(prefix: string): Generator<readonly [term: string, value: Value]> {
    this.sorted ??= [...this.terms.keys()].sort(byCodePoint);
    for (let at = placeOf(prefix, this.sorted, byCodePoint); at < this.sorted.length; at++) {
      const term = this.sorted[at] as string;
      if (!term.startsWith(prefix)) return;
      yield [term, this.terms.get(term) as Value];
    }
  }
}

/** Where a value stands in a sorted list, or would stand: before the first one that is not less. */
export function placeOf<Value>(value: Value, sorted: readonly Value[], compare: (a: Value, b: Value) => number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (compare(sorted[middle] as Value, value) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}
