import { zoneOf } from '@app/contracts';
import fc from 'fast-check';
import { LocalCalendar, type LocalKeys } from './local-calendar';

const DAY = 86_400_000;
const FROM = Date.UTC(2025, 8, 1);
const ZONES = ['UTC', 'Europe/Berlin', 'America/Los_Angeles', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Apia'];
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** The same by the clock of the platform. */
function byIntl(instant: number, timeZone: string): LocalKeys {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, weekday: 'short', hourCycle: 'h23' as const, hour: 'numeric' },
    ...{ day: 'numeric', month: 'numeric', year: 'numeric' },
  });
  const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  const [day, dayOfWeek] = [Number(part.day), WEEKDAYS.indexOf(part.weekday!)];
  const days = new Date(Number(part.year), Number(part.month), 0).getDate();
  return {
    ...{ hourOfWeek: dayOfWeek * 24 + Number(part.hour), dayOfWeek, dayOfMonth: day <= 15 ? day : day - days - 1 },
    month: Number(part.year) * 12 + Number(part.month) - 1,
  };
}

describe('the calendar of a zone', () => {
  it.each(ZONES)('of %s is that of the platform, across changes of its clocks', (name) => {
    const calendar = new LocalCalendar(zoneOf(name)!, FROM, FROM + 400 * DAY);
    fc.assert(
      fc.property(fc.integer({ min: FROM, max: FROM + 400 * DAY }), (instant) => {
        expect(calendar.keysOf(instant)).toEqual(byIntl(instant, name));
      }),
    );
  });

  it('changes at the very instant', () => {
    const change = Date.UTC(2025, 9, 26, 1);
    const calendar = new LocalCalendar(zoneOf('Europe/Berlin')!, change - DAY, change + DAY);
    const hours = [change - 1, change, change + 3_600_000].map((instant) => calendar.keysOf(instant).hourOfWeek - 144);
    expect(hours).toEqual([2, 2, 3]);
  });

  it('of one instant needs no span', () => {
    expect(new LocalCalendar(zoneOf('UTC')!, 0, 0).keysOf(0)).toEqual({
      ...{ hourOfWeek: 72, dayOfWeek: 3, dayOfMonth: 1 },
      month: 1970 * 12,
    });
    expect(new LocalCalendar(zoneOf('UTC')!, -DAY, 0).keysOf(-1)).toEqual({
      hourOfWeek: 71,
      dayOfWeek: 2,
      dayOfMonth: -1,
      month: 1970 * 12 - 1,
    });
  });
});
