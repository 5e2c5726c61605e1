import { roundedLength } from './layout';

describe('the length of a field', () => {
  it.each([
    [0, 0],
    [23, 23],
    [39, 39],
    [40, 40],
    [41, 40],
    [42, 42],
    [56, 56],
    [59, 56],
    [60, 60],
    [1_000, 984],
    [10_000, 9_240],
    [1e9, 32_767],
  ])('%d is kept as %d', (length, kept) => {
    expect(roundedLength(length)).toBe(kept);
  });

  it('never falls where the length rises', () => {
    const lengths = Array.from({ length: 39_999 }, (_, at) => at + 1);
    expect(lengths.filter((length) => roundedLength(length) < roundedLength(length - 1))).toEqual([]);
  });
});
