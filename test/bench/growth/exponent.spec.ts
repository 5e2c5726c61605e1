import { exponentOf } from './exponent';

const points = (ms: (size: number) => number) => [1e4, 1e5, 1e6].map((size) => ({ size, ms: ms(size) }));

describe('exponentOf', () => {
  it('is 0 where the size does not matter, 1 where time is proportional to it', () => {
    expect(exponentOf(points(() => 3))).toBeCloseTo(0);
    expect(exponentOf(points((size) => size / 7))).toBeCloseTo(1);
    expect(exponentOf(points((size) => 5 * Math.sqrt(size)))).toBeCloseTo(0.5);
  });

  it('is below 0.1 where time follows the logarithm of the size', () => {
    expect(exponentOf(points((size) => Math.log(size)))).toBeLessThan(0.1);
  });
});
