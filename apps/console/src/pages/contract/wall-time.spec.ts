import { wallTimeText } from './wall-time';

const WINTER = Date.UTC(2026, 10, 22, 19, 30, 40);
const CHANGING = Date.UTC(2026, 2, 29, 0, 30);
const SUMMER = Date.UTC(2026, 6, 1, 12);

describe('a time of day that is agreed', () => {
  it.each([
    ['20:42', 'Europe/Berlin', WINTER, '20:42 Europe/Berlin (19:42 UTC)'],
    ['20:42', 'Europe/Berlin', SUMMER, '20:42 Europe/Berlin (18:42 UTC)'],
    ['20:42', 'Europe/Berlin', CHANGING, '20:42 Europe/Berlin (18:42 UTC)'],
    ['20:42 America/New_York', 'Europe/Berlin', WINTER, '20:42 America/New_York (01:42 UTC the day after)'],
    ['00:30', 'Europe/Berlin', WINTER, '00:30 Europe/Berlin (23:30 UTC the day before)'],
    ['09:00', 'GMT+05:45 (Asia/Nepal)', WINTER, '09:00 GMT+05:45 (Asia/Nepal) (03:15 UTC)'],
    ['09:00', 'GMT-05:00 (America/New York)', SUMMER, '09:00 GMT-05:00 (America/New York) (13:00 UTC)'],
    ['09:00+02:00', undefined, WINTER, '09:00 +02:00 (07:00 UTC)'],
    ['09:00', undefined, WINTER, '09:00 UTC'],
    ['09:00Z', 'Europe/Berlin', WINTER, '09:00 Z'],
    ['09:00', 'Nowhere/Town', WINTER, '09:00 Nowhere/Town'],
    ['noon', 'Europe/Berlin', WINTER, 'noon Europe/Berlin'],
  ])('%s in %s', (time, zone, now, text) => expect(wallTimeText(time, zone, now)).toBe(text));
});
