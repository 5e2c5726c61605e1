import { pauseAfter } from './delivery-round';

describe('the pause after a failed try', () => {
  it('doubles up to half an hour', () => {
    expect([1, 2, 3, 10, 11, 12, 1_000].map((tries) => pauseAfter(tries, 0, 0))).toEqual([
      2_000, 4_000, 8_000, 1_024_000, 1_800_000, 1_800_000, 1_800_000,
    ]);
  });

  it('is shortened by a quarter at most, and never below what the receiver asks for', () => {
    expect([pauseAfter(3, 0, 1), pauseAfter(3, 0, 0.5)]).toEqual([6_000, 7_000]);
    expect(pauseAfter(1, 60_000, 1)).toBe(60_000);
  });
});
