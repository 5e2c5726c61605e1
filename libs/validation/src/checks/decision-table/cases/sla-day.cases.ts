import type { DayRow, SlaCase } from '../sla-case';
import { CLOCK_CHANGES } from './sla-clock-change.cases';

const UP = { availabilityMet: true };
const DOWN = { availabilityMet: false };

const PLAIN: DayRow[] = [
  ['there by then', { availabilityTime: '09:00' }, '2026-11-20T10:00Z', '2026-11-20T09:00:00Z', true],
  [
    'a millisecond late',
    { availabilityTime: '09:00' },
    '2026-11-20T10:00Z',
    '2026-11-20T09:00:00.001Z',
    false,
    'availabilityTime: the data of 2026-11-20 was not there by 09:00 UTC',
  ],
  ['of the day before', { availabilityTime: '09:00' }, '2026-11-20T10:00Z', '2026-11-19T23:59:59.999Z', false],
  ['at midnight', { availabilityTime: '09:00' }, '2026-11-20T10:00Z', '2026-11-20T00:00:00Z', true],
  [
    'before the time of today, yesterday counts',
    { availabilityTime: '09:00' },
    '2026-11-20T08:59Z',
    '2026-11-19T08:00:00Z',
    true,
  ],
  [
    'today does not count before its time',
    { availabilityTime: '09:00' },
    '2026-11-20T08:59Z',
    '2026-11-20T08:00:00Z',
    false,
    'availabilityTime: the data of 2026-11-19 was not there by 09:00 UTC',
  ],
  ['at the very time', { availabilityTime: '09:00' }, '2026-11-20T09:00Z', '2026-11-20T09:00:00Z', true],
  ['minutes of the time count', { availabilityTime: '09:05' }, '2026-11-20T10:00Z', '2026-11-20T09:05:00Z', true],
  [
    'minutes of the time count, late',
    { availabilityTime: '09:05' },
    '2026-11-20T10:00Z',
    '2026-11-20T09:06:00Z',
    false,
    'availabilityTime: the data of 2026-11-20 was not there by 09:05 UTC',
  ],
  ['midnight as the time', { availabilityTime: '00:00' }, '2026-11-20T10:00Z', '2026-11-20T00:00:00Z', true],
  ['over the begin of a month', { availabilityTime: '09:00' }, '2026-03-01T08:00Z', '2026-02-28T08:00:00Z', true],
  [
    'over the begin of a year',
    { availabilityTime: '09:00' },
    '2026-01-01T08:00Z',
    '2025-12-31T09:30:00Z',
    false,
    'availabilityTime: the data of 2025-12-31 was not there by 09:00 UTC',
  ],
  ['a leap day', { availabilityTime: '09:00' }, '2028-03-01T08:00Z', '2028-02-29T09:00:00Z', true],
];

const BERLIN = { availabilityTime: '09:00', timezone: 'Europe/Berlin' };

const ZONES: DayRow[] = [
  ['zone beside it', BERLIN, '2026-11-20T10:00Z', '2026-11-20T08:00:00Z', true],
  [
    'zone beside it, too late',
    BERLIN,
    '2026-11-20T10:00Z',
    '2026-11-20T08:01:00Z',
    false,
    'availabilityTime: the data of 2026-11-20 was not there by 09:00 Europe/Berlin',
  ],
  [
    'its own zone wins',
    { availabilityTime: '09:00Z', timezone: 'Europe/Berlin' },
    '2026-11-20T10:00Z',
    '2026-11-20T08:30:00Z',
    true,
  ],
  [
    'own zone by name',
    { availabilityTime: '09:00 America/New_York' },
    '2026-11-20T15:00Z',
    '2026-11-20T14:00:00Z',
    true,
  ],
  ['own offset', { availabilityTime: '09:00+02:00' }, '2026-11-20T10:00Z', '2026-11-20T07:00:00Z', true],
  ['own offset, late', { availabilityTime: '09:00+02:00' }, '2026-11-20T10:00Z', '2026-11-20T07:01:00Z', false],
  [
    'the form of the reference',
    { availabilityTime: '09:00', timezone: 'GMT+01:00 (Europe/Berlin)' },
    '2026-07-01T10:00Z',
    '2026-07-01T07:01:00Z',
    false,
  ],
  [
    'a quarter of an hour',
    { availabilityTime: '09:00 Asia/Kathmandu' },
    '2026-11-20T10:00Z',
    '2026-11-20T03:15:00Z',
    true,
  ],
  [
    'a quarter of an hour, late',
    { availabilityTime: '09:00 Asia/Kathmandu' },
    '2026-11-20T10:00Z',
    '2026-11-20T03:16:00Z',
    false,
  ],
  [
    'local midnight begins the day',
    { availabilityTime: '09:00', timezone: 'Asia/Tokyo' },
    '2026-11-20T10:00Z',
    '2026-11-19T15:00:00Z',
    true,
  ],
  [
    'before local midnight',
    { availabilityTime: '09:00', timezone: 'Asia/Tokyo' },
    '2026-11-20T10:00Z',
    '2026-11-19T14:59:59Z',
    false,
  ],
  [
    'a zone whose day is tomorrow',
    { availabilityTime: '09:00', timezone: 'Pacific/Kiritimati' },
    '2026-11-19T20:00Z',
    '2026-11-19T10:00:00Z',
    true,
  ],
  [
    'a zone whose day is tomorrow, before it began',
    { availabilityTime: '09:00', timezone: 'Pacific/Kiritimati' },
    '2026-11-19T20:00Z',
    '2026-11-19T09:59:59Z',
    false,
    'availabilityTime: the data of 2026-11-20 was not there by 09:00 Pacific/Kiritimati',
  ],
  [
    'a zone whose day is yesterday',
    { availabilityTime: '09:00', timezone: 'Pacific/Pago_Pago' },
    '2026-11-20T10:00Z',
    '2026-11-19T20:00:00Z',
    true,
  ],
  [
    'a zone whose day is yesterday, late',
    { availabilityTime: '09:00', timezone: 'Pacific/Pago_Pago' },
    '2026-11-20T10:00Z',
    '2026-11-19T20:01:00Z',
    false,
    'availabilityTime: the data of 2026-11-19 was not there by 09:00 Pacific/Pago_Pago',
  ],
];

const ARRIVALS: SlaCase[] = [
  [
    'an arrival of the day',
    { availabilityTime: '09:00' },
    { arrivals: [['2026-11-20T08:00:00Z', '2026-11-18T00:00:00Z']] },
    UP,
    [],
  ],
  [
    'an arrival before midnight that already brought data of the day',
    { availabilityTime: '09:00' },
    { arrivals: [['2026-11-19T23:00:00Z', '2026-11-20T00:00:00Z']] },
    UP,
  ],
  [
    'one that brought data of the day before',
    { availabilityTime: '09:00' },
    { arrivals: [['2026-11-19T23:00:00Z', '2026-11-19T23:59:59Z']] },
    DOWN,
  ],
  [
    'an arrival at the very time',
    { availabilityTime: '09:00' },
    { arrivals: [['2026-11-20T09:00:00Z', '2026-11-20T00:00:00Z']] },
    UP,
  ],
  [
    'data of the day that came after the time',
    { availabilityTime: '09:00' },
    { arrivals: [['2026-11-20T09:30:00Z', '2026-11-20T00:00:00Z']] },
    DOWN,
    ['availabilityTime: the data of 2026-11-20 was not there by 09:00 UTC'],
  ],
  [
    'a late refresh and an arrival in time',
    { availabilityTime: '09:00' },
    { refreshes: ['2026-11-20T09:30:00Z'], arrivals: [['2026-11-20T08:30:00Z', '2026-11-20T08:00:00Z']] },
    UP,
  ],
  [
    'one refresh in time among others',
    { availabilityTime: '09:00' },
    { refreshes: ['2026-11-19T08:00:00Z', '2026-11-20T08:00:00Z', '2026-11-20T09:30:00Z'] },
    UP,
  ],
  [
    'availability says nothing of it',
    { availabilityTime: '09:00' },
    { up: ['2026-11-20T08:00:00Z'] },
    DOWN,
    ['availabilityTime: no evidence (no refresh or arrival of data is known)'],
  ],
  [
    'no evidence',
    { availabilityTime: '09:00' },
    {},
    DOWN,
    ['availabilityTime: no evidence (no refresh or arrival of data is known)'],
  ],
  [
    'a time that cannot be read',
    { availabilityTime: '9 am' },
    { refreshes: ['2026-11-20T08:00:00Z'] },
    DOWN,
    [expect.stringMatching(/^availabilityTime: cannot be checked, .*got "9 am"$/) as string],
  ],
  [
    'a time and a zone that cannot be read',
    { availabilityTime: '9 am', timezone: 'Mars/Olympus' },
    { refreshes: ['2026-11-20T08:00:00Z'] },
    DOWN,
    [expect.stringMatching(/^availabilityTime: cannot be checked, .*got "9 am"$/) as string],
  ],
  [
    'a zone that cannot be read',
    { availabilityTime: '09:00', timezone: 'Mars/Olympus' },
    { refreshes: ['2026-11-20T08:00:00Z'] },
    DOWN,
    [expect.stringMatching(/^availabilityTime: cannot be checked, .*got "Mars\/Olympus"$/) as string],
  ],
];

/** The daily deadline: time zones, days with a clock change, arrivals. */
export const SLA_DAYS: readonly SlaCase[] = [
  ...[...PLAIN, ...ZONES, ...CLOCK_CHANGES].map(([title, sla, now, refresh, isMet, note]): SlaCase => {
    return [title, sla, { now, refreshes: [refresh] }, isMet ? UP : DOWN, note === undefined ? undefined : [note]];
  }),
  ...ARRIVALS,
];
