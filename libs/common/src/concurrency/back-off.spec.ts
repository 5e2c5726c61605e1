import { BackOff } from './back-off';

describe('BackOff', () => {
  it('doubles from 0.2 s and stays at 5 s', () => {
    const backOff = new BackOff();
    expect(Array.from({ length: 8 }, () => backOff.next(0))).toEqual([200, 400, 800, 1600, 3200, 5000, 5000, 5000]);
  });

  it('begins anew after 10 s of life, and not before', () => {
    const backOff = new BackOff();
    backOff.next(0);
    expect(backOff.next(9_999)).toBe(400);
    expect(backOff.next(10_000)).toBe(200);
    expect(backOff.next(0)).toBe(400);
  });
});
