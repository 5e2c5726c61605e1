import fc from 'fast-check';
import { isWithinEdits } from '../../query/token-matcher';
import { swapped } from './swapped';

/** Edits without swaps, as levenshtein() of the database counts them. */
function distance(a: readonly string[], b: readonly string[]): number {
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const [row, letter] of a.entries()) {
    const current = [row + 1];
    for (const [column, other] of b.entries())
      current.push(Math.min(last[column]! + Number(letter !== other), last[column + 1]! + 1, current[column]! + 1));
    last = current;
  }
  return last[b.length]!;
}

/** Whether the statement finds a term. */
function isAskedFor(text: readonly string[], term: readonly string[], edits: number): boolean {
  const { all, once } = swapped(text, edits)!;
  const plain = distance(text, term);
  if (plain <= edits || all.includes(term.join(''))) return true;
  return plain <= edits + 1 && once.some((made) => distance(Array.from(made), term) <= edits - 1);
}

describe('a text with swapped neighbours', () => {
  it('has one swap for one edit, and two of different letters for two', () => {
    expect(swapped(['a', 'b', 'c'], 1)).toEqual({ all: ['bac', 'acb'], once: [] });
    expect(swapped(['a', 'b', 'c', 'd'], 2)).toEqual({ all: ['badc'], once: ['bacd', 'acbd', 'abdc'] });
    expect(swapped(['a', 'a'], 2)).toEqual({ all: [], once: [] });
    expect(swapped(['a', 'b'], 0)).toEqual({ all: [], once: [] });
    expect(swapped(Array<string>(65).fill('a'), 2)).toBeUndefined();
  });

  it('finds all that is near where a swap is one edit', () => {
    const letters = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 7 });
    fc.assert(
      fc.property(letters, letters, fc.constantFrom(0, 1, 2), (text, term, edits) => {
        if (isWithinEdits(text, term, edits)) expect(isAskedFor(text, term, edits)).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });

  it('finds little else', () => {
    const letters = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 5, maxLength: 7 });
    fc.assert(
      fc.property(letters, letters, (text, term) => {
        if (isAskedFor(text, term, 2)) expect(isWithinEdits(text, term, 3)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
