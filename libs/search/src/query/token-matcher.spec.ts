import fc from 'fast-check';
import { isWithinEdits, tokenMatcher } from '../query/token-matcher';

const fuzzy = (text: string, edits: 0 | 1 | 2, token: string, prefixLength = 0): boolean =>
  tokenMatcher({ type: 'fuzzy', text, edits, prefixLength })(token);

describe('a pattern and a token', () => {
  it.each<[string, 0 | 1 | 2, string, boolean]>([
    ['custmoer', 1, 'customer', true],
    ['ordrs', 1, 'orders', true],
    ['ordes', 1, 'orders', true],
    ['orderss', 1, 'orders', true],
    ['oders', 0, 'orders', false],
    ['ca', 2, 'abc', false],
    ['ca', 1, 'ac', true],
    ['abcd', 1, 'badc', false],
    ['abcd', 2, 'badc', true],
    ['订单', 1, '订', true],
    ['𝒳y', 1, 'y', true],
    ['', 2, 'ab', true],
  ])('%s~%i and %s: %s', (text, edits, token, wanted) => {
    expect(fuzzy(text, edits, token)).toBe(wanted);
  });

  it('must be equal in the letters of its prefix', () => {
    expect(fuzzy('order', 1, 'xrder', 0)).toBe(true);
    expect(fuzzy('order', 1, 'xrder', 1)).toBe(false);
  });

  it('reads the literal parts of a wildcard as they are', () => {
    const wildcard = tokenMatcher({ type: 'wildcard', parts: ['a.', { any: 'one' }, '(', { any: 'many' }] });
    expect(['a.x(', 'a.\n(zz', 'abx(', 'a.('].map(wildcard)).toEqual([true, true, false, false]);
  });

  it('is found by stars as an expression finds it', () => {
    const part = fc.constantFrom('a', 'b', 'ab', { any: 'many' as const });
    const letters = fc.array(fc.constantFrom('a', 'b'), { maxLength: 8 }).map((each) => each.join(''));
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), letters, (parts, token) => {
        const expression = parts.map((each) => (typeof each === 'string' ? each : '.*')).join('');
        expect(tokenMatcher({ type: 'wildcard', parts })(token)).toBe(
          new RegExp(`^(?:${expression})$`, 's').test(token),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('is as far as its edits, whichever of the two is asked about', () => {
    const word = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 6 });
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 3 }), (a, b, edits) => {
        expect(isWithinEdits(a, b, edits)).toBe(distance(a, b) <= edits);
        expect(isWithinEdits(a, b, edits)).toBe(isWithinEdits(b, a, edits));
      }),
      { numRuns: 500 },
    );
  });
});

/** The whole table, as textbooks have it. */
function distance(a: readonly string[], b: readonly string[]): number {
  const table = a.map(() => [] as number[]).concat([[]]);
  const at = (row: number, column: number) => table[row]?.[column] ?? Infinity;
  for (let row = 0; row <= a.length; row += 1) {
    for (let column = 0; column <= b.length; column += 1) {
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      table[row]![column] =
        row === 0 || column === 0
          ? row + column
          : Math.min(
              at(row - 1, column) + 1,
              at(row, column - 1) + 1,
              at(row - 1, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1),
              isSwap ? at(row - 2, column - 2) + 1 : Infinity,
            );
    }
  }
  return at(a.length, b.length);
}
