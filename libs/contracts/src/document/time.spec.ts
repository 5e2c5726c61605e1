import { type Zone, parseTimeOfDay, parseZone, UTC, zoneOffset } from './time';

const WINTER = Date.UTC(2026, 0, 15);
const MINUTE = 60_000;
const SUMMER = Date.UTC(2026, 6, 15);

describe('parseZone', () => {
  it.each<[string, number, number]>([
    ['UTC', 0, 0],
    ['Z', 0, 0],
    ['gmt', 0, 0],
    ['+02:00', 120, 120],
    ['-0530', -330, -330],
    ['+14:00', 840, 840],
    ['GMT+2', 120, 120],
    ['gmt+01:00', 60, 60],
    ['-14:00', -840, -840],
    ['UTC-03', -180, -180],
    ['-00:00', 0, 0],
    ['Europe/Berlin', 60, 120],
    ['europe/berlin', 60, 120],
    ['Asia/Kolkata', 330, 330],
    ['America/New_York', -300, -240],
    ['Etc/GMT+2', -120, -120],
    ['GMT+05:30 (Asia/Kolkata)', 330, 330],
    ['GMT-05:00 (America/New York)', -300, -240],
    ['GMT+00:00 (Europe/London)', 0, 60],
    ['GMT+05:45 (Asia/Nepal)', 345, 345],
    ['GMT+04:30 (Asia/Afghanistan)', 270, 270],
  ])('%s is ahead of UTC by %i minutes in winter, %i in summer', (text, winter, summer) => {
    const zone = parseZone(text) as Zone;
    expect([WINTER, SUMMER].map((instant) => zoneOffset(zone, instant) / MINUTE)).toEqual([winter, summer]);
  });

  it.each([
    '',
    'Mars/Olympus',
    '+25:00',
    '+15:00',
    '+14:30',
    ' UTC',
    '+02:60',
    '+',
    'Europe/Berlin ',
    'GMT+99:00 (Asia/Nowhere)',
    'a'.repeat(100),
    '12',
  ])('%j is none', (text) => expect(parseZone(text)).toBeUndefined());

  it.each([
    ['z', 'UTC'],
    ['+00:00', 'UTC'],
    ['GMT+2', '+02:00'],
    ['-0530', '-05:30'],
    ['europe/berlin', 'Europe/Berlin'],
    ['GMT-05:00 (America/New York)', 'America/New_York'],
    ['GMT+04:30 (Asia/Afghanistan)', '+04:30'],
  ])('%s is shown as %s', (text, name) => expect(parseZone(text)?.name).toBe(name));
});

describe('parseTimeOfDay', () => {
  it.each<[string, object]>([
    ['00:00', { hour: 0, minute: 0 }],
    ['23:59', { hour: 23, minute: 59 }],
    ['09:30', { hour: 9, minute: 30 }],
    ['09:30Z', { hour: 9, minute: 30, zone: UTC }],
    ['09:30 UTC', { hour: 9, minute: 30, zone: UTC }],
    ['09:30+02:00', { hour: 9, minute: 30, zone: { kind: 'offset', minutes: 120, name: '+02:00' } }],
    ['09:30 Europe/Berlin', { hour: 9, minute: 30, zone: { kind: 'named', name: 'Europe/Berlin' } }],
  ])('reads %s', (text, time) => expect(parseTimeOfDay(text)).toEqual(time));

  it.each(['', '9:30', '24:00', '09:60', '0930', '09:30:00', '09:30 Mars/Olympus', '09:30  UTC', ' 09:30', '9am'])(
    '%j is none',
    (text) => expect(parseTimeOfDay(text)).toBeUndefined(),
  );
});
