import fc from 'fast-check';
import { addDuration, compareDurations, meanLength, parseDuration, subtractDuration, type Duration } from './duration';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

function read(value: unknown): Duration {
  const parsed = parseDuration(value);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.duration;
}

describe('parseDuration', () => {
  it.each<[unknown, Duration]>([
    ['P1D', { months: 0, days: 1, milliseconds: 0 }],
    ['PT4H', { months: 0, days: 0, milliseconds: 4 * HOUR }],
    ['P1Y2M3W4DT5H6M7S', { months: 14, days: 25, milliseconds: 5 * HOUR + 6 * 60_000 + 7_000 }],
    ['P2W', { months: 0, days: 14, milliseconds: 0 }],
    ['PT1.5H', { months: 0, days: 0, milliseconds: 1.5 * HOUR }],
    ['PT0,5S', { months: 0, days: 0, milliseconds: 500 }],
    ['P0DT1S', { months: 0, days: 0, milliseconds: 1_000 }],
    [
      { interval: 1, unit: 'day' },
      { months: 0, days: 1, milliseconds: 0 },
    ],
    [
      { value: 90, unit: 'minute' },
      { months: 0, days: 0, milliseconds: 90 * 60_000 },
    ],
    [
      { period: 7, unit: 'year' },
      { months: 84, days: 0, milliseconds: 0 },
    ],
    [
      { period: 2, unit: 'week' },
      { months: 0, days: 14, milliseconds: 0 },
    ],
    [
      { value: 3, unit: 'month' },
      { months: 3, days: 0, milliseconds: 0 },
    ],
    [
      { interval: 12, unit: 'hour' },
      { months: 0, days: 0, milliseconds: 12 * HOUR },
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
    [' P1D', /ISO 8601/],
    [`PT${'9'.repeat(80)}H`, /ISO 8601/],
    ['P0D', /longer than zero/],
    ['PT0S', /longer than zero/],
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

  it('moves by about the mean length, three days per month at most off', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), fc.integer({ min: 1, max: 240 }), (instant, months) => {
        const duration = read({ period: months, unit: 'month' });
        expect(Math.abs(addDuration(instant, duration) - instant - meanLength(duration))).toBeLessThanOrEqual(3 * DAY);
      }),
    );
  });
});
