import fc from 'fast-check';
import { totalValues } from './result-total';

const HOUR = 3_600_000;
const TIME = fc.integer({ min: 0, max: 20 * HOUR });

describe('the parts of a window', () => {
  it('cover each of its milliseconds once', () => {
    fc.assert(
      fc.property(TIME, TIME, TIME, (a, b, time) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        const [firstHour, endHour, endOfHead, startOfTail] = totalValues({ from, to });
        const hour = Math.floor(time / HOUR);
        const parts = [
          time >= from && time < endOfHead,
          hour >= firstHour && hour < endHour,
          time >= startOfTail && time <= to,
        ];
        expect(parts.filter(Boolean)).toHaveLength(time >= from && time <= to ? 1 : 0);
      }),
    );
  });

  it('read less than two hours by the index', () => {
    fc.assert(
      fc.property(TIME, TIME, (a, b) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        const [, , endOfHead, startOfTail] = totalValues({ from, to });
        expect(Math.max(0, endOfHead - from) + Math.max(0, to + 1 - startOfTail)).toBeLessThan(2 * HOUR);
      }),
    );
  });
});
