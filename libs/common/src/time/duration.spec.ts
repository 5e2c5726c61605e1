import fc from 'fast-check';
import {
  addDuration,
  compareDurations,
  describeDuration,
  meanLength,
  parseDuration,
  subtractDuration,
  type Duration,
} from './duration';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

function read(value: unknown): Duration {
  const parsed = parseDuration(value);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.duration;
}

describe('parseDuration', () => {
  it.each<[unknown, Duration]>([
    ['P1D', { months: 0, milliseconds: DAY }],
    ['PT4H', { months: 0, milliseconds: 4 * HOUR }],
    ['P1Y2M3W4DT5H6M7S', { months: 14, milliseconds: 25 * DAY + 5 * HOUR + 6 * 60_000 + 7_000 }],
    ['P2W', { months: 0, milliseconds: 14 * DAY }],
    ['PT1.5H', { months: 0, milliseconds: 1.5 * HOUR }],
    ['PT0,5S', { months: 0, milliseconds: 500 }],
    ['PT1M', { months: 0, milliseconds: 60_000 }],
    ['PT1H', { months: 0, milliseconds: HOUR }],
    ['PT90M', { months: 0, milliseconds: 90 * 60_000 }],
    ['P1W', { months: 0, milliseconds: 7 * DAY }],
    ['P1M', { months: 1, milliseconds: 0 }],
    ['P1Y', { months: 12, milliseconds: 0 }],
    ['P1Y2M10DT2H30M', { months: 14, milliseconds: 10 * DAY + 2.5 * HOUR }],
    ['PT0.5H', { months: 0, milliseconds: HOUR / 2 }],
    ['PT0,5H', { months: 0, milliseconds: HOUR / 2 }],
    ['PT1H0.5M', { months: 0, milliseconds: HOUR + 30_000 }],
    ['PT10S', { months: 0, milliseconds: 10_000 }],
    ['PT0.0014S', { months: 0, milliseconds: 1 }],
    ['P0DT1S', { months: 0, milliseconds: 1_000 }],
    [
      { interval: 1, unit: 'day' },
      { months: 0, milliseconds: DAY },
    ],
    [
      { value: 90, unit: 'minute' },
      { months: 0, milliseconds: 90 * 60_000 },
    ],
    [
      { period: 7, unit: 'year' },
      { months: 84, milliseconds: 0 },
    ],
    [
      { period: 2, unit: 'week' },
      { months: 0, milliseconds: 14 * DAY },
    ],
    [
      { value: 3, unit: 'month' },
      { months: 3, milliseconds: 0 },
    ],
    [
      { interval: 1, value: null, unit: 'day' },
      { months: 0, milliseconds: DAY },
    ],
    [
      { interval: 12, unit: 'hour' },
      { months: 0, milliseconds: 12 * HOUR },
    ],
  ])('reads %j', (value, duration) => expect(read(value)).toEqual(duration));

  it.each<[unknown, RegExp]>([
    ['', /ISO 8601/],
    ['P', /ISO 8601/],
    ['PT', /ISO 8601/],
    ['P1DT', /ISO 8601/],
    ['1D', /ISO 8601/],
    ['p1d', /ISO 8601/],
    ['P1H', /ISO 8601/],
    ['P1.5M', /ISO 8601/],
    ['P1M1Y', /ISO 8601/],
    ['1h', /ISO 8601/],
    ['pt1h', /ISO 8601/],
    ['PT1D', /ISO 8601/],
    ['PT1.5H30M', /fraction in its last part/],
    ['P0.5DT1H', /fraction in its last part/],
    [['PT1H'], /ISO 8601/],
    [`P${'9'.repeat(40)}D`, /1,000 years/],
    [`P${'9'.repeat(400)}D`, /ISO 8601/],
    [' P1D', /ISO 8601/],
    [`PT${'9'.repeat(80)}H`, /ISO 8601/],
    ['P0D', /longer than zero/],
    ['PT0S', /longer than zero/],
    ['PT0.0001S', /longer than zero/],
    ['-P1D', /longer than zero/],
    ['P-1D', /longer than zero/],
    ['PT-5M', /longer than zero/],
    ['P1001Y', /1,000 years/],
    ['P999999999999999M', /1,000 years/],
    [{ interval: 0, unit: 'day' }, /at least 1/],
    [{ interval: -1, unit: 'day' }, /at least 1/],
    [{ value: 1.5, unit: 'hour' }, /whole number/],
    [{ value: '1', unit: 'hour' }, /whole number/],
    [{ value: 1 }, /minute, hour, day, week, month, year/],
    [{ value: 1, unit: 'days' }, /minute, hour/],
    [{ value: 1, unit: 'toString' }, /minute, hour/],
    [{}, /exactly one of interval, value, period/],
    [{ interval: 1 }, /unit must be one of minute, hour, day, week, month, year/],
    [{ interval: 1, unit: 'second' }, /unit must be one of/],
    [{ interval: 1, unit: 'constructor' }, /unit must be one of/],
    [{ interval: '1', unit: 'day' }, /whole number/],
    [{ interval: 2 ** 53, unit: 'day' }, /whole number/],
    [{ interval: 10 ** 9, unit: 'year' }, /1,000 years/],
    [{ interval: 1, value: 1, unit: 'day' }, /exactly one/],
    [{ unit: 'day' }, /exactly one of interval, value, period/],
    [{ value: 1, period: 1, unit: 'day' }, /exactly one/],
    [{ value: 1, unit: 'day', more: 1 }, /"more"/],
    [[1], /ISO 8601/],
    [5, /ISO 8601/],
    [null, /ISO 8601/],
    [{ value: 2_000, unit: 'year' }, /1,000 years/],
  ])('refuses %j', (value, message) => {
    expect(parseDuration(value)).toEqual({ ok: false, message: expect.stringMatching(message) as string });
  });
});

describe('arithmetic', () => {
  const at = (text: string) => Date.parse(text);

  it.each([
    ['2026-03-31T10:00:00Z', 'P1M', '2026-02-28T10:00:00Z', 'the last day of a shorter month'],
    ['2024-03-31T10:00:00Z', 'P1M', '2024-02-29T10:00:00Z', 'a leap year'],
    ['2024-02-29T00:00:00Z', 'P1Y', '2023-02-28T00:00:00Z', 'a day that the year has not'],
    ['2026-01-15T00:00:00Z', 'P1M', '2025-12-15T00:00:00Z', 'across the year'],
    ['2026-01-01T00:00:00Z', 'P1D', '2025-12-31T00:00:00Z', 'a day'],
    ['2026-01-01T00:00:00Z', 'P1W', '2025-12-25T00:00:00Z', 'a week'],
    ['2026-01-01T00:30:00Z', 'PT1H', '2025-12-31T23:30:00Z', 'an hour'],
    ['2024-02-29T06:00:00Z', 'P1Y', '2023-02-28T06:00:00Z', 'a leap day, with its time'],
    ['2026-05-31T00:00:00Z', 'P3M', '2026-02-28T00:00:00Z', 'three months'],
    ['2026-03-01T00:00:00Z', 'P1D', '2026-02-28T00:00:00Z', 'a day across the month'],
    ['2026-03-31T01:00:00Z', 'P1MT2H', '2026-02-27T23:00:00Z', 'months before hours'],
    ['2026-11-20T10:00:00Z', 'PT90M', '2026-11-20T08:30:00Z', 'minutes'],
    ['2026-05-31T00:00:00Z', 'P1M1D', '2026-04-29T00:00:00Z', 'months before days'],
  ])('%s - %s is %s (%s)', (from, duration, to) => expect(subtractDuration(at(from), read(duration))).toBe(at(to)));

  it.each([
    ['2026-01-31T10:00:00Z', 'P1M', '2026-02-28T10:00:00Z'],
    ['2026-12-15T00:00:00Z', 'P1M', '2027-01-15T00:00:00Z'],
    ['2026-02-28T23:59:59Z', 'PT1S', '2026-03-01T00:00:00Z'],
  ])('%s + %s is %s', (from, duration, to) => expect(addDuration(at(from), read(duration))).toBe(at(to)));

  it.each([
    ['P1D', 'PT24H', 0],
    ['P1Y', 'P12M', 0],
    ['P1W', 'P7D', 0],
    ['PT60M', 'PT1H', 0],
    ['P30D', 'P1M', -1],
    ['P1M', 'P31D', -1],
    ['PT2H', 'PT1H', 1],
  ])('%s against %s: %i', (a, b, sign) => expect(Math.sign(compareDurations(read(a), read(b)))).toBe(sign));

  it('takes away what it has added, for spans without months', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), fc.integer({ min: 1, max: 10_000 }), (instant, hours) => {
        const duration = read({ value: hours, unit: 'hour' });
        expect(subtractDuration(addDuration(instant, duration), duration)).toBe(instant);
      }),
    );
  });

  it('moves by about the mean length: short Februaries and leap years take it four days off at most', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), fc.integer({ min: 1, max: 240 }), (instant, months) => {
        const duration = read({ period: months, unit: 'month' });
        expect(Math.abs(addDuration(instant, duration) - instant - meanLength(duration))).toBeLessThanOrEqual(4 * DAY);
      }),
    );
  });
});

describe('describeDuration', () => {
  it.each([
    [{ months: 14, milliseconds: 0 }, '1 year 2 months'],
    [{ months: 0, milliseconds: HOUR }, '1 hour'],
    [{ months: 0, milliseconds: 36 * HOUR }, '1.5 days'],
    [{ months: 1, milliseconds: DAY }, '1 month 1 day'],
    [{ months: 0, milliseconds: 1500 }, '1.5 seconds'],
    [{ months: 0, milliseconds: 5 }, '5 milliseconds'],
  ])('%j is %s', (duration, words) => expect(describeDuration(duration)).toBe(words));
});
