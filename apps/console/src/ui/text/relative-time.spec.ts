import { lasted, relativeTime } from './relative-time';

/** A time of November 2026 in the zone of the reader, which is that of the process. */
const at = (day: number, hour: number, minute = 0, second = 0): number =>
  new Date(2026, 10, day, hour, minute, second).getTime();
const EVENING = at(22, 19, 7);

describe('a time as it is told', () => {
  it.each([
    ['seconds ago', at(22, 19, 6, 30), 'just now'],
    ['a minute and more', at(22, 19, 5, 10), '1 minute ago'],
    ['nearly an hour', at(22, 18, 7, 10), '59 minutes ago'],
    ['an hour', at(22, 18, 7), '1 hour ago'],
    ['this morning', at(22, 2, 30), '16 hours ago'],
    ['the night before', at(21, 2, 30), 'yesterday'],
    ['the evening before', at(21, 23, 59), 'yesterday'],
    ['two nights before', at(20, 2, 30), '2 days ago'],
    ['a week', at(15, 2, 30), '7 days ago'],
    ['ten days', at(12, 2, 30), '10 days ago'],
    ['seven weeks', at(22 - 49, 2, 30), '49 days ago'],
    ['months', new Date(2026, 7, 22).getTime(), '3 months ago'],
    ['over a year', new Date(2025, 8, 1).getTime(), '15 months ago'],
    ['years', new Date(2023, 10, 1).getTime(), '3 years ago'],
    ['this evening', at(22, 23, 30), 'in 4 hours'],
    ['tomorrow', at(23, 6), 'tomorrow'],
    ['the day after', at(24, 23), 'in 2 days'],
  ])('%s', (_title, time, words) => expect(relativeTime(time, EVENING)).toBe(words));

  it('is hours for an evening that is not long ago', () => {
    expect(relativeTime(at(21, 23), at(22, 1))).toBe('2 hours ago');
    expect(relativeTime(at(22, 1), at(21, 23))).toBe('in 2 hours');
  });

  it('is a moment where it is to happen', () => {
    expect(relativeTime(EVENING + 20_000, EVENING, true)).toBe('in a moment');
    expect(relativeTime(EVENING + 20_000, EVENING)).toBe('just now');
  });
});

describe('how long something has lasted', () => {
  it.each([
    [20, 'less than a minute'],
    [6 * 60 + 59, '6 minutes'],
    [3_600, '1 hour'],
    [47 * 3_600, '47 hours'],
    [72 * 3_600, '3 days'],
  ])('%d seconds are %s', (seconds, words) => expect(lasted(EVENING - seconds * 1000, EVENING)).toBe(words));
});
