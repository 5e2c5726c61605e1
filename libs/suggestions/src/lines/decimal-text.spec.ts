import fc from 'fast-check';
import { boundText, decimalText, widened } from './decimal-text';

describe('a number as decimal text', () => {
  it.each([
    [0, '0'],
    [-0, '0'],
    [-1.5, '-1.5'],
    [1e21, '1000000000000000000000'],
    [-1.25e22, '-12500000000000000000000'],
    [1.5e-7, '0.00000015'],
    [5e-324, `0.${'0'.repeat(323)}5`],
  ])('%d is %s', (value, text) => expect(decimalText(value)).toBe(text));

  it('is digits that read as the same number', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = decimalText(value);
        expect(text).toMatch(/^-?\d+(\.\d+)?$/);
        expect(Number(text)).toBe(value || 0);
      }),
    );
  });
});

describe('a widened range', () => {
  const number = fc.double({ min: -1e12, max: 1e12, noNaN: true });

  it('holds all that was seen, as numbers and as text', () => {
    fc.assert(
      fc.property(number, number, (one, other) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        const [below, above] = widened(low, high);
        expect(Number(boundText(below, low, 'low'))).toBeLessThanOrEqual(low);
        expect(Number(boundText(above, high, 'high'))).toBeGreaterThanOrEqual(high);
        expect(low >= 0 && below < 0).toBe(false);
      }),
    );
  });
});
