import { toFourDecimals } from './budget';

it.each([
  [1n, 3n, 0.3333],
  [2n, 3n, 0.6667],
  [-2n, 3n, -0.6667],
  [5n, 100_000n, 0.0001],
  [-5n, 100_000n, -0.0001],
  [4_999n, 100_000_000n, 0],
  [-1n, 1_000_000n, 0],
  [99_999_999n, 1n, 99_999_999],
])('%d of %d to four decimals is %d, half away from zero', (dividend, divisor, wanted) => {
  expect(Object.is(toFourDecimals(dividend, divisor), wanted)).toBe(true);
});
