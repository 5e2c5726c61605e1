import { lifetimeOf } from './token-expiry';

describe('lifetimeOf', () => {
  it.each([
    ['OneHour', 3_600],
    ['1', 86_400],
    [7, 604_800],
    ['90', 7_776_000],
  ])('%s is %d s', (expiry, seconds) => {
    expect(lifetimeOf(expiry, false)).toBe(seconds);
  });

  it('has no end in sight for bots alone', () => {
    expect(lifetimeOf('Unlimited', true)).toBe(315_360_000);
    expect(() => lifetimeOf('Unlimited', false)).toThrow('JWTTokenExpiry: must be one of OneHour, 1, 7, 30, 60, 90');
  });

  it.each(['', '2', 'oneHour', '01', -1, 'constructor', null, ['7'], { toString: 7 }])(
    'refuses %j and names what is allowed',
    (expiry) => {
      expect(() => lifetimeOf(expiry, true)).toThrow('one of OneHour, 1, 7, 30, 60, 90, Unlimited');
    },
  );
});
