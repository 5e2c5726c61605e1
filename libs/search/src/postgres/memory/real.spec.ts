import fc from 'fast-check';
import { realOf } from './real';

describe('realOf', () => {
  it.each<[number, number]>([
    [0, 0],
    [1, 1],
    [0.1, 0.1],
    [1 / 3, 0.33333334],
    [16_777_217, 16_777_216],
    [9.87654321, 9.876543],
    [1e38, 1e38],
    [1.17549435e-38, 1.1754944e-38],
  ])('%d is written as %d', (value, written) => {
    expect(realOf(value)).toBe(written);
  });

  it('stands for the same 32 bits', () => {
    fc.assert(
      fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(Object.is(Math.fround(realOf(value)), value) || value === 0).toBe(true);
      }),
    );
  });
});
