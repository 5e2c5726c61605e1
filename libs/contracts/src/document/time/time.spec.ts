import { parseTimeOfDay } from './time-of-day';
import { parseZone, zoneOffset, type Zone } from './time-zone';

const WINTER = Date.UTC(2026, 0, 15);
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
    expect([zoneOffset(zone, WINTER), zoneOffset(zone, SUMMER)]).toEqual([winter, summer]);
  });

  it.each([
    '',
    'Mars/Olympus',
    '+25:00',
    '+02:60',
    '+',
    'Europe/Berlin ',
    'GMT+99:00 (Asia/Nowhere)',
    'a'.repeat(100),
    '12',
  ])('%j is none', (text) => expect(parseZone(text)).toBeUndefined());
});

describe('parseTimeOfDay', () => {
  it.each<[string, object]>([
    ['00:00', { minutes: 0 }],
    ['23:59', { minutes: 1439 }],
    ['09:30', { minutes: 570 }],
    ['09:30Z', { minutes: 570, zone: { offset: 0 } }],
    ['09:30 UTC', { minutes: 570, zone: { offset: 0 } }],
    ['09:30+02:00', { minutes: 570, zone: { offset: 120 } }],
    ['09:30 Europe/Berlin', { minutes: 570, zone: { name: 'Europe/Berlin' } }],
  ])('reads %s', (text, time) => expect(parseTimeOfDay(text)).toEqual(time));

  it.each(['', '9:30', '24:00', '09:60', '0930', '09:30:00', '09:30 Mars/Olympus', '09:30  UTC', ' 09:30', '9am'])(
    '%j is none',
    (text) => expect(parseTimeOfDay(text)).toBeUndefined(),
  );
});
