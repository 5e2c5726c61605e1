import { durationFrom, durationTo, percentFrom } from './sla-value';

describe('durationFrom', () => {
  it.each([
    [1, 'd', 'P1D'],
    ['4', 'days', 'P4D'],
    [4, ' Day ', 'P4D'],
    [3, 'y', 'P3Y'],
    [3, 'yr', 'P3Y'],
    [1.5, 'years', 'P18M'],
    [6, 'hrs', 'PT6H'],
    [0.5, 'h', 'PT0.5H'],
    [30, 'm', 'PT30M'],
    [30, 'min', 'PT30M'],
    [2, 'M', 'P2M'],
    [2, 'mo', 'P2M'],
    [2, 'weeks', 'P2W'],
    [90, 's', 'PT90S'],
    [1500, 'ms', 'PT1.5S'],
    ['24h', undefined, 'PT24H'],
    ['24 hours', undefined, 'PT24H'],
    ['24h', 'hours', 'PT24H'],
    ['daily', undefined, 'P1D'],
    ['P1DT2H', undefined, 'P1DT2H'],
    ['pt4h', 'whatever', 'PT4H'],
  ])('reads %j %j as %s', (value, unit, expected) => {
    expect(durationFrom(value, unit)).toBe(expected);
  });

  it.each([
    [4, undefined],
    [4, 'parsecs'],
    [0, 'd'],
    [-1, 'd'],
    ['-1', 'd'],
    ['24h', 'days'],
    [1e300, 'd'],
    [1.5, 'mo'],
    [NaN, 'd'],
    [true, 'd'],
    [null, 'd'],
    ['', 'd'],
    ['P', undefined],
    ['P0D', undefined],
    ['4 d d', undefined],
    ['9'.repeat(100), 'd'],
    [10_000, 'years'],
  ])('does not read %j %j', (value, unit) => {
    expect(durationFrom(value, unit)).toBeUndefined();
  });
});

describe('durationTo', () => {
  it.each([
    ['P1D', { value: '1', unit: 'd' }],
    ['PT0.5H', { value: '0.5', unit: 'h' }],
    ['P0,5D', { value: '0.5', unit: 'd' }],
    ['PT30M', { value: '30', unit: 'min' }],
    ['P2M', { value: '2', unit: 'mo' }],
    ['PT1H30M', { value: 'PT1H30M' }],
    [
      { interval: 2, unit: 'week' },
      { value: '2', unit: 'w' },
    ],
    [
      { period: 3, unit: 'year' },
      { value: '3', unit: 'y' },
    ],
    [
      { value: 5, unit: 'minute' },
      { value: '5', unit: 'min' },
    ],
  ])('says %j as %j', (duration, expected) => {
    expect(durationTo(duration)).toEqual(expected);
  });

  it('is read again as what it was', () => {
    for (const duration of ['P1D', 'P3W', 'P7M', 'P2Y', 'PT5S', 'PT30M', 'PT6H', 'P1DT1S', 'PT0.25S']) {
      const { value, unit } = durationTo(duration);
      expect(durationFrom(value, unit)).toBe(duration);
    }
  });
});

describe('percentFrom', () => {
  it.each([
    [99.9, undefined, 99.9],
    ['99.9%', undefined, 99.9],
    ['99.9 %', '%', 99.9],
    ['100', 'percent', 100],
    [0, null, 0],
    ['101', '%', undefined],
    [-1, '%', undefined],
    ['99.9', 'days', undefined],
    ['high', undefined, undefined],
    [true, undefined, undefined],
  ])('reads %j %j as %j', (value, unit, expected) => {
    expect(percentFrom(value, unit)).toBe(expected);
  });
});
