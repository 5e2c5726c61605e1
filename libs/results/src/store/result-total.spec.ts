import fc from 'fast-check';
import { TOTAL_PARAMETERS, totalValues } from './result-total';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const TIME = fc.integer({ min: 0, max: 4 * DAY });

/**
 * The parts of a window: milliseconds from (included) to (not included), and the duration that one of their rows
 * covers.
 */
function partsOf(from: number, to: number): { from: number; to: number; unit: number }[] {
  const [day, endDay, hour, endHour, tailHour, endTailHour, endOfHead, startOfTail] = totalValues({ from, to }) as [
    ...number[],
  ] as [number, number, number, number, number, number, number, number];
  return [
    { from: day * DAY, to: endDay * DAY, unit: DAY },
    { from: hour * HOUR, to: endHour * HOUR, unit: HOUR },
    { from: tailHour * HOUR, to: endTailHour * HOUR, unit: HOUR },
    { from, to: endOfHead, unit: 1 },
    { from: startOfTail, to: to + 1, unit: 1 },
  ];
}

describe('the parts of a window', () => {
  it('cover each of its milliseconds once, and no other', () => {
    fc.assert(
      fc.property(TIME, TIME, TIME, (a, b, time) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        const holding = partsOf(from, to).filter((part) => time >= part.from && time < part.to);
        expect(holding).toHaveLength(time >= from && time <= to ? 1 : 0);
      }),
    );
  });

  it('are few rows: less than two hours by the index, less than two days by hours', () => {
    fc.assert(
      fc.property(TIME, TIME, (a, b) => {
        const parts = partsOf(Math.min(a, b), Math.max(a, b));
        const length = (unit: number): number =>
          parts.filter((part) => part.unit === unit).reduce((sum, { from, to }) => sum + Math.max(0, to - from), 0);
        expect(length(1)).toBeLessThan(2 * HOUR);
        expect(length(HOUR)).toBeLessThan(2 * DAY);
      }),
    );
  });

  it('leave what lies between the edges to the counts and to the open runs', () => {
    const values = totalValues({ from: 5, to: 3 * DAY + 2 * HOUR + 7 });
    expect(values).toEqual([1, 3, 1, 24, 72, 74, HOUR, 74 * HOUR]);
    expect(values).toHaveLength(TOTAL_PARAMETERS);
  });
});
