import { CronDate } from 'cron-parser';
import { cronFault, nextTick, readCron, zoneOf } from './cron';

function ticks(expression: string, zone: string, after: string, count: number): string[] {
  const cron = readCron(expression, zone);
  const found: string[] = [];
  for (let at = Date.parse(after); found.length < count;) {
    at = nextTick(cron, at);
    found.push(new Date(at).toISOString().slice(0, 16));
  }
  return found;
}

describe('the next tick of a schedule', () => {
  it.each<[string, string, string, string, string[]]>([
    ['a plain day', '0 6 * * 1-5', 'UTC', '2026-11-20T05:59:59.999Z', ['2026-11-20T06:00', '2026-11-23T06:00']],
    ['strictly after', '0 6 * * *', 'UTC', '2026-11-20T06:00:00Z', ['2026-11-21T06:00']],
    ['in its zone', '0 6 * * *', 'Asia/Kolkata', '2026-11-20T00:00:00Z', ['2026-11-20T00:30', '2026-11-21T00:30']],
    ['either day field', '0 0 1 * 1', 'UTC', '2026-11-27T00:00:00Z', ['2026-11-30T00:00', '2026-12-01T00:00']],
    ['a leap day', '0 0 29 2 *', 'UTC', '2026-01-01T00:00:00Z', ['2028-02-29T00:00', '2032-02-29T00:00']],
    // Clocks in Berlin: 29 March 2026 02:00 → 03:00 (01:00 UTC), 25 October 2026 03:00 → 02:00 (01:00 UTC).
    ['left out', '30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', ['2026-03-29T01:30', '2026-03-30T00:30']],
    [
      'several left out',
      '*/30 2 * * *',
      'Europe/Berlin',
      '2026-03-28T12:00:00Z',
      ['2026-03-29T01:00', '2026-03-29T01:30', '2026-03-30T00:00'],
    ],
    ['twice', '30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', ['2026-10-25T00:30', '2026-10-26T01:30']],
    [
      'after the first of two',
      '15,45 2 * * *',
      'Europe/Berlin',
      '2026-10-25T00:20:00Z',
      ['2026-10-25T00:45', '2026-10-26T01:15'],
    ],
    [
      'each hour over a jump',
      '0 * * * *',
      'Europe/Berlin',
      '2026-03-29T00:00:00Z',
      ['2026-03-29T01:00', '2026-03-29T02:00'],
    ],
    [
      'each half hour over a step back',
      '*/30 * * * *',
      'Europe/Berlin',
      '2026-10-24T23:45:00Z',
      ['2026-10-25T00:00', '2026-10-25T00:30', '2026-10-25T01:00', '2026-10-25T01:30', '2026-10-25T02:00'],
    ],
    // Clocks in Havana: 8 March 2026 00:00 → 01:00 (05:00 UTC): there is no midnight.
    [
      'a midnight left out',
      '0 0 * * *',
      'America/Havana',
      '2026-03-07T06:00:00Z',
      ['2026-03-08T05:00', '2026-03-09T04:00'],
    ],
    // Clocks on Lord Howe Island go by half an hour: 4 October 2026 02:00 → 02:30 (3 October 15:30 UTC).
    [
      'half an hour',
      '15 2 * * *',
      'Australia/Lord_Howe',
      '2026-10-03T00:00:00Z',
      ['2026-10-03T15:45', '2026-10-04T15:15'],
    ],
    ['once a year, over changes', '0 12 1 7 *', 'Europe/Berlin', '2026-11-01T00:00:00Z', ['2027-07-01T10:00']],
  ])('%s', (_, expression, zone, after, expected) => {
    expect(ticks(expression, zone, after, expected.length)).toEqual(expected);
  });

  it.each([
    ['February has an end', '2026-02-20T00:00:00Z'],
    ['clocks go forward', '2026-03-01T00:00:00Z'],
    ['clocks go back', '2026-10-25T00:00:00Z'],
    ['the year has an end', '2026-12-25T00:00:00Z'],
  ])('rises, and leaves no hour out of an hourly one, while %s', (_, begin) => {
    const cron = readCron('0 * * * *', 'America/New_York');
    let at = Date.parse(begin);
    for (let n = 0; n < 400; n++) {
      const next = nextTick(cron, at);
      expect(next - at).toBe(3_600_000);
      at = next;
    }
  });
});

describe('a cron expression', () => {
  it.each(['0 0 * * 7', '*/5 * * * *', '1,2-4 0 * JAN-mar MON', ' 0  0 1 1 0 '])('is taken: %s', (text) => {
    expect(cronFault(text)).toBeUndefined();
  });

  it.each(['', '* * * *', '* * * * * *', '@daily', '61 * * * *', '5-1 * * * *', '*/0 * * * *', 'H * * * *'])(
    'is refused: "%s"',
    (text) => expect(cronFault(text)).toMatch(/five fields/),
  );

  it.each(['0 0 ? * *', '0 0 L * *', '0 0 * * MON#2', '0 0 30 2 *', '0 0 * * FOO'])('is refused: "%s"', (text) =>
    expect(cronFault(text)).toMatch(/five fields/),
  );
});

describe('a cron expression that never comes', () => {
  it.each(['0 0 31 2,4,6 *', '0 0 31 feb,apr *', '0 0 31 2,4,6,9,11 *'])('is refused in plain words: "%s"', (text) =>
    expect(cronFault(text)).toBe('never comes: none of its months has such a day'),
  );

  it('is found out by the days of one year', () => {
    const move = jest.spyOn(CronDate.prototype, 'applyDateOperation');
    cronFault('0 0 31 2,4,6 *');
    expect(move.mock.calls.length).toBeLessThan(400);
    move.mockRestore();
  });

  it.each(['0 0 29 2 *', '0 0 31 2,4,6 1', '59 23 31 12 *', '0 0 1 1 *', '0 0 30 2,4 *'])(
    'is not one that comes: "%s"',
    (text) => expect(cronFault(text)).toBeUndefined(),
  );
});

describe('a cron expression that is too long', () => {
  it('is refused by its length', () => {
    expect(cronFault(`0 0 * * ${'1,'.repeat(150)}1`)).toBe('must have at most 256 characters; got 309');
  });
});

describe('a time zone', () => {
  it.each(['UTC', 'GMT', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5', 'EST5EDT', 'NZ-CHAT'])(
    'is taken: %s',
    (name) => expect(zoneOf(name)).toBeDefined(),
  );

  it.each(['', '+02:00', 'GMT+2', 'UTC-3', 'Mars/Olympus', 'Z1', '../etc', 'Europe/'])('is none: %s', (name) =>
    expect(zoneOf(name)).toBeUndefined(),
  );
});
