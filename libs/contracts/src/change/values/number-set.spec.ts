import fc from 'fast-check';
import {
  ALL_NUMBERS,
  intersection,
  type Interval,
  isSubset,
  isUpToALimit,
  isZeroAlone,
  type NumberSet,
  within,
  without,
} from './number-set';

const GRID = Array.from({ length: 61 }, (_, i) => i / 4 - 5);
const has = (set: NumberSet, number: number): boolean =>
  set.some(
    ({ from, to, openFrom, openTo }) =>
      (openFrom ? number > from : number >= from) && (openTo ? number < to : number <= to),
  );

const bound = fc.integer({ min: -8, max: 16 }).map((half) => half / 2);
const interval = fc
  .record({ from: bound, to: bound, openFrom: fc.boolean(), openTo: fc.boolean() })
  .filter(({ from, to, openFrom, openTo }) => from < to || (from === to && !openFrom && !openTo));
const set: fc.Arbitrary<NumberSet> = fc
  .array(fc.tuple(interval, fc.boolean()), { maxLength: 4 })
  .map((parts) =>
    parts.reduce<NumberSet>((all, [one, isInside]) => intersection(all, isInside ? [one] : without(one)), ALL_NUMBERS),
  );
const whole = { isWhole: true, from: 0, to: Infinity };

describe('sets of numbers', () => {
  it('have what both have, and all but what is taken out', () => {
    fc.assert(
      fc.property(set, interval, (one, other: Interval) => {
        for (const number of GRID) {
          expect(has(intersection(one, [other]), number)).toBe(has(one, number) && has([other], number));
          expect(has(without(other), number)).toBe(!has([other], number));
        }
      }),
    );
  });

  it('are part of another where it has each of their numbers', () => {
    // Bounds are multiples of a half: between two of them a quarter stands for all others.
    fc.assert(
      fc.property(set, set, (one, other) => {
        const isPart = [...GRID, -1e9, 1e9].every((number) => !has(one, number) || has(other, number));
        expect(isSubset(one, other)).toBe(isPart);
      }),
      { numRuns: 2_000 },
    );
  });

  it('of whole numbers from 0 are compared by these alone', () => {
    fc.assert(
      fc.property(set, set, (one, other) => {
        const numbers = [...Array.from({ length: 30 }, (_, i) => i), 1e9];
        const isPart = numbers.every((number) => !has(one, number) || has(other, number));
        expect(isSubset(within(one, whole), within(other, whole))).toBe(isPart);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each<[string, NumberSet, boolean, boolean]>([
    ['0', [{ from: 0, to: 0 }], true, true],
    ['0 to 5', [{ from: 0, to: 5 }], false, true],
    ['below 5', [{ from: 0, to: 5, openTo: true }], false, true],
    ['0 and more', [{ from: 0, to: Infinity }], false, false],
    ['1 to 5', [{ from: 1, to: 5 }], false, false],
    [
      '0, and 5 to 9',
      [
        { from: 0, to: 0 },
        { from: 5, to: 9 },
      ],
      false,
      false,
    ],
    ['none', [], false, false],
  ])('%s', (_, numbers, isZero, isLimited) => {
    expect(isZeroAlone(numbers)).toBe(isZero);
    expect(isUpToALimit(numbers)).toBe(isLimited);
  });
});
