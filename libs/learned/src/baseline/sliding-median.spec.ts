import fc from 'fast-check';
import { median, medianDeviation, SlidingMedian } from './sliding-median';

const byHand = (values: readonly number[]): number => {
  const sorted = [...values].sort((one, other) => one - other);
  const half = sorted.length / 2;
  return Number.isInteger(half) ? (sorted[half - 1]! + sorted[half]!) / 2 : sorted[Math.floor(half)]!;
};
/** Zero without a sign: which of the two zeros stands in the middle says nothing. */
const value = fc
  .oneof(fc.integer({ min: -5, max: 5 }), fc.double({ min: -1e6, max: 1e6, noNaN: true }))
  .map((number) => number + 0);

describe('a sliding median', () => {
  it('is that of the values in the window, whatever comes and goes', () => {
    fc.assert(
      fc.property(
        fc.array(value, { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 20 }),
        (values, width) => {
          const window = new SlidingMedian(values);
          values.forEach((_, at) => {
            window.add(at);
            if (at >= width) window.remove(at - width);
            expect(window.median()).toBe(byHand(values.slice(Math.max(0, at - width + 1), at + 1)));
          });
        },
      ),
    );
  });

  it('is no number of nothing', () => {
    expect([new SlidingMedian([]).median(), new SlidingMedian([3]).median(), median([])]).toEqual([NaN, NaN, NaN]);
  });
});

describe('the median of a list', () => {
  it('is the middle value, and leaves the list as it is', () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 30 }), (values) => {
        const before = [...values];
        expect(median(values)).toBe(byHand(values));
        expect(values).toEqual(before);
      }),
    );
    expect(median([10, 9, 100])).toBe(10);
  });

  it('of distances ignores what lies far off', () => {
    expect(medianDeviation([1, 2, 3, 4, 1_000])).toBe(1);
  });
});
