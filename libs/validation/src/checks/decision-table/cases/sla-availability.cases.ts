import type { SlaCase } from '../sla-case';

/** `count` times, a minute apart, from 09:00 on 20 November 2026. */
function minutes(count: number, from = 0): string[] {
  return Array.from({ length: count }, (_, index) => {
    return new Date(Date.UTC(2026, 10, 20, 8, from + index)).toISOString();
  });
}

const MET = { refreshFrequencyMet: true };
const UP = { availabilityMet: true };
const DOWN = { availabilityMet: false };

/** The share of observations that report available. */
export const SHARE: readonly SlaCase[] = [
  ['available enough', { availability: 99 }, { up: minutes(99), down: minutes(1, 99) }, UP, []],
  [
    'available too seldom',
    { availability: 99.1 },
    { up: minutes(99), down: minutes(1, 99) },
    DOWN,
    ['availability: 99 % of 100 observations, expected 99.1 %'],
  ],
  ['two of three', { availability: 66.6 }, { up: minutes(2), down: minutes(1, 2) }, UP],
  [
    'two of three is less than 66.7',
    { availability: 66.7 },
    { up: minutes(2), down: minutes(1, 2) },
    DOWN,
    ['availability: 66.67 % of 3 observations, expected 66.7 %'],
  ],
  ['always', { availability: 100 }, { up: minutes(3) }, UP],
  [
    'once not',
    { availability: 100 },
    { up: minutes(3), down: minutes(1, 3) },
    DOWN,
    ['availability: 75 % of 4 observations, expected 100 %'],
  ],
  ['never', { availability: 1 }, { down: minutes(1) }, DOWN, ['availability: 0 % of 1 observation, expected 1 %']],
  ['0 % with an observation', { availability: 0 }, { down: minutes(1) }, UP],
  [
    '0 % without one',
    { availability: 0 },
    {},
    DOWN,
    ['availability: no evidence (no observation in the last 30 days)'],
  ],
  ['30 days ago counts', { availability: 50 }, { up: ['2026-10-21T10:00:00Z'] }, UP],
  [
    'a millisecond longer ago does not',
    { availability: 50 },
    { up: ['2026-10-21T09:59:59.999Z'] },
    DOWN,
    ['availability: no evidence (no observation in the last 30 days)'],
  ],
  [
    'what lies before the window does not spoil it',
    { availability: 100 },
    { up: ['2026-11-01T00:00:00Z'], down: ['2026-10-01T00:00:00Z'] },
    UP,
  ],
  [
    'nor does it mend it',
    { availability: 100 },
    { up: ['2026-10-01T00:00:00Z'], down: ['2026-11-01T00:00:00Z'] },
    DOWN,
  ],
  ['five minutes ahead count', { availability: 100 }, { up: ['2026-11-20T10:05:00Z'] }, UP],
  ['more ahead do not', { availability: 100 }, { up: ['2026-11-20T10:05:00.001Z'] }, DOWN],
  ['a refresh says nothing of it', { availability: 50 }, { refreshes: ['2026-11-20T10:00:00Z'] }, DOWN],
  [
    'what cannot be read is not met',
    { availability: 101 },
    { up: minutes(1) },
    DOWN,
    [expect.stringMatching(/^availability: cannot be checked, .*0 to 100, got 101$/) as string],
  ],
];

/** Combinations of several targets of one SLA. */
export const TOGETHER: readonly SlaCase[] = [
  [
    'each on its own',
    { refreshFrequency: 'PT1H', maxLatency: 'PT1H', availability: 90 },
    { refreshes: ['2026-11-20T10:00:00Z'], up: minutes(1) },
    { refreshFrequencyMet: true, latencyMet: false, availabilityMet: true },
    ['latency: no evidence (no arrival of data is known)'],
  ],
  [
    'none, in the order of the targets',
    { availabilityTime: '09:00', availability: 1, latency: 'PT1H', refreshFrequency: 'PT1H' },
    {},
    { refreshFrequencyMet: false, latencyMet: false, availabilityMet: false },
    [
      'refreshFrequency: no evidence (no refresh is known)',
      'latency: no evidence (no arrival of data is known)',
      'availability: no evidence (no observation in the last 30 days)',
      'availabilityTime: no evidence (no refresh or arrival of data is known)',
    ],
  ],
  [
    'share and time, both met',
    { availability: 90, availabilityTime: '09:00' },
    { refreshes: ['2026-11-20T08:00:00Z'], up: minutes(1) },
    UP,
    [],
  ],
  [
    'share met, time not',
    { availability: 90, availabilityTime: '09:00' },
    { refreshes: ['2026-11-20T09:30:00Z'], up: minutes(1) },
    DOWN,
    ['availabilityTime: the data of 2026-11-20 was not there by 09:00 UTC'],
  ],
  [
    'time met, share not',
    { availability: 90, availabilityTime: '09:00' },
    { refreshes: ['2026-11-20T08:00:00Z'], down: minutes(1) },
    DOWN,
    ['availability: 0 % of 1 observation, expected 90 %'],
  ],
  [
    'retention beside another target changes nothing',
    { retention: 'P1Y', refreshFrequency: 'PT1H' },
    { refreshes: ['2026-11-20T09:30:00Z'] },
    MET,
  ],
];
