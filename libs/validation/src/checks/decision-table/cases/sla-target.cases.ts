import type { SlaCase } from '../sla-case';
import { SHARE, TOGETHER } from './sla-availability.cases';

const MET = { refreshFrequencyMet: true };
const MISSED = { refreshFrequencyMet: false };
const QUICK = { latencyMet: true };
const SLOW = { latencyMet: false };

const NOTHING: SlaCase[] = [
  ['no SLA', undefined, {}, undefined],
  ['null', null, {}, undefined],
  ['an empty one', {}, { refreshes: ['2026-11-20T09:00:00Z'] }, undefined],
  ['retention alone', { retention: 'P1Y' }, {}, undefined],
  ['a zone alone', { timezone: 'Europe/Berlin' }, {}, undefined],
  ['a column alone', { columnName: 'updated_at' }, {}, undefined],
  [
    'null asks for nothing',
    { refreshFrequency: null, maxLatency: null, availability: null, availabilityTime: null },
    {},
    undefined,
  ],
];

const REFRESH: SlaCase[] = [
  ['refreshed in time', { refreshFrequency: 'PT1H' }, { refreshes: ['2026-11-20T09:00:00Z'] }, MET, []],
  [
    'a millisecond late',
    { refreshFrequency: 'PT1H' },
    { refreshes: ['2026-11-20T08:59:59.999Z'] },
    MISSED,
    ['refreshFrequency: last refreshed at 2026-11-20 08:59 UTC, expected every 1 hour'],
  ],
  [
    'the newest counts, first',
    { refreshFrequency: 'PT1H' },
    { refreshes: ['2026-11-20T09:30:00Z', '2026-11-19T10:00:00Z'] },
    MET,
  ],
  [
    'the newest counts, last',
    { refreshFrequency: 'PT1H' },
    { refreshes: ['2026-11-19T10:00:00Z', '2026-11-20T09:30:00Z'] },
    MET,
  ],
  [
    'no refresh is known',
    { refreshFrequency: 'PT1H' },
    {},
    MISSED,
    ['refreshFrequency: no evidence (no refresh is known)'],
  ],
  [
    'an arrival is no refresh',
    { refreshFrequency: 'PT1H' },
    { arrivals: [['2026-11-20T09:59:00Z', '2026-11-20T09:59:00Z']] },
    MISSED,
  ],
  [
    'an observation of availability is no refresh',
    { refreshFrequency: 'PT1H' },
    { up: ['2026-11-20T09:59:00Z'] },
    MISSED,
  ],
  ['an object', { refreshFrequency: { interval: 1, unit: 'day' } }, { refreshes: ['2026-11-19T10:00:00Z'] }, MET],
  [
    'an object, too late',
    { refreshFrequency: { interval: 1, unit: 'day' } },
    { refreshes: ['2026-11-19T09:59:59Z'] },
    MISSED,
  ],
  [
    'minutes count',
    { refreshFrequency: { interval: 15, unit: 'minute' } },
    { refreshes: ['2026-11-20T09:45:00Z'] },
    MET,
  ],
  [
    'minutes count, too late',
    { refreshFrequency: { interval: 15, unit: 'minute' } },
    { refreshes: ['2026-11-20T09:44:00Z'] },
    MISSED,
  ],
  ['a week', { refreshFrequency: 'P1W' }, { refreshes: ['2026-11-13T10:00:00Z'] }, MET],
  ['more than a week', { refreshFrequency: 'P1W' }, { refreshes: ['2026-11-13T09:59:59Z'] }, MISSED],
  ['a month by the calendar', { refreshFrequency: 'P1M' }, { refreshes: ['2026-10-20T10:00:00Z'] }, MET],
  ['more than a month', { refreshFrequency: 'P1M' }, { refreshes: ['2026-10-20T09:59:59Z'] }, MISSED],
  [
    'a month over February',
    { refreshFrequency: 'P1M' },
    { now: '2026-03-31T10:00:00Z', refreshes: ['2026-02-28T10:00:00Z'] },
    MET,
  ],
  [
    'a year over a leap day',
    { refreshFrequency: 'P1Y' },
    { now: '2028-03-01T10:00:00Z', refreshes: ['2027-03-01T10:00:00Z'] },
    MET,
  ],
  [
    'more than that year',
    { refreshFrequency: 'P1Y' },
    { now: '2028-03-01T10:00:00Z', refreshes: ['2027-03-01T09:59:59Z'] },
    MISSED,
  ],
  [
    'a day is 24 hours, whatever the clocks do',
    { refreshFrequency: 'P1D', timezone: 'Europe/Berlin' },
    { now: '2026-03-29T10:00:00Z', refreshes: ['2026-03-28T10:00:00Z'] },
    MET,
  ],
  ['five minutes ahead are forgiven', { refreshFrequency: 'PT1H' }, { refreshes: ['2026-11-20T10:05:00Z'] }, MET],
  [
    'more is no evidence',
    { refreshFrequency: 'PT1H' },
    { refreshes: ['2026-11-20T10:05:00.001Z'] },
    MISSED,
    ['refreshFrequency: no evidence (no refresh is known)'],
  ],
  [
    'what lies ahead does not hide what was',
    { refreshFrequency: 'PT1H' },
    { refreshes: ['2027-01-01T00:00:00Z', '2026-11-20T09:30:00Z'] },
    MET,
  ],
  [
    'what cannot be read is not met',
    { refreshFrequency: 'soon' },
    { refreshes: ['2026-11-20T09:59:00Z'] },
    MISSED,
    [expect.stringMatching(/^refreshFrequency: cannot be checked, .*soon/) as string],
  ],
];

const LATENCY: SlaCase[] = [
  ['quick enough', { maxLatency: 'PT2H' }, { arrivals: [['2026-11-19T10:00:00Z', '2026-11-19T08:00:00Z']] }, QUICK, []],
  [
    'a millisecond too slow',
    { maxLatency: 'PT2H' },
    { arrivals: [['2026-11-19T10:00:00.001Z', '2026-11-19T08:00:00Z']] },
    SLOW,
    [expect.stringMatching(/^latency: the newest data took .*, expected at most 2 hours$/) as string],
  ],
  [
    'minutes count',
    { maxLatency: { value: 30, unit: 'minute' } },
    { arrivals: [['2026-11-20T09:30:00Z', '2026-11-20T09:00:00Z']] },
    QUICK,
  ],
  [
    'minutes count, too slow',
    { maxLatency: { value: 30, unit: 'minute' } },
    { arrivals: [['2026-11-20T09:31:00Z', '2026-11-20T09:00:00Z']] },
    SLOW,
  ],
  [
    'latency is another spelling',
    { latency: 'PT2H' },
    { arrivals: [['2026-11-20T10:00:00Z', '2026-11-20T09:00:00Z']] },
    QUICK,
  ],
  [
    'the other spelling, too slow',
    { latency: 'PT2H' },
    { arrivals: [['2026-11-20T10:00:00Z', '2026-11-20T07:00:00Z']] },
    SLOW,
  ],
  [
    'the newest arrival counts, not the slowest',
    { maxLatency: 'PT2H' },
    {
      arrivals: [
        ['2026-11-20T08:00:00Z', '2026-11-18T09:00:00Z'],
        ['2026-11-20T09:59:00Z', '2026-11-20T09:00:00Z'],
      ],
    },
    QUICK,
  ],
  [
    'nor the quickest',
    { maxLatency: 'PT2H' },
    {
      arrivals: [
        ['2026-11-20T08:00:00Z', '2026-11-20T08:00:00Z'],
        ['2026-11-20T09:59:00Z', '2026-11-20T05:00:00Z'],
      ],
    },
    SLOW,
  ],
  [
    'of two at once the slower counts',
    { maxLatency: 'PT2H' },
    {
      arrivals: [
        ['2026-11-20T09:00:00Z', '2026-11-20T08:00:00Z'],
        ['2026-11-20T09:00:00Z', '2026-11-19T08:00:00Z'],
      ],
    },
    SLOW,
    ['latency: the newest data took 1.04 days, expected at most 2 hours'],
  ],
  [
    'whichever comes first',
    { maxLatency: 'PT2H' },
    {
      arrivals: [
        ['2026-11-20T09:00:00Z', '2026-11-19T08:00:00Z'],
        ['2026-11-20T09:00:00Z', '2026-11-20T08:00:00Z'],
      ],
    },
    SLOW,
  ],
  [
    'data dated ahead of its arrival has no latency',
    { maxLatency: 'PT2H' },
    { arrivals: [['2026-11-20T09:00:00Z', '2026-11-21T09:00:00Z']] },
    QUICK,
  ],
  [
    'a refresh is no arrival',
    { maxLatency: 'PT2H' },
    { refreshes: ['2026-11-20T10:00:00Z'] },
    SLOW,
    ['latency: no evidence (no arrival of data is known)'],
  ],
  [
    'an arrival five minutes ahead is forgiven',
    { maxLatency: 'PT2H' },
    { arrivals: [['2026-11-20T10:05:00Z', '2026-11-20T10:00:00Z']] },
    QUICK,
  ],
  [
    'an arrival further ahead is none',
    { maxLatency: 'PT2H' },
    { arrivals: [['2026-11-20T10:05:00.001Z', '2026-11-20T10:00:00Z']] },
    SLOW,
    ['latency: no evidence (no arrival of data is known)'],
  ],
  [
    'what cannot be read is not met',
    { maxLatency: 'PT0S' },
    { arrivals: [['2026-11-20T10:00:00Z', '2026-11-20T10:00:00Z']] },
    SLOW,
    [expect.stringMatching(/^maxLatency: cannot be checked, /) as string],
  ],
  [
    'nor under the other spelling',
    { latency: 'P' },
    { arrivals: [['2026-11-20T10:00:00Z', '2026-11-20T10:00:00Z']] },
    SLOW,
    [expect.stringMatching(/^maxLatency: cannot be checked, /) as string],
  ],
];

/** Refresh, latency, availability; combinations of targets. */
export const SLA_TARGETS: readonly SlaCase[] = [
  ...titled('nothing to judge', NOTHING),
  ...titled('refreshFrequency', REFRESH),
  ...titled('latency', LATENCY),
  ...titled('availability', SHARE),
  ...titled('together', TOGETHER),
];

function titled(about: string, cases: readonly SlaCase[]): SlaCase[] {
  return cases.map(([title, ...rest]) => [`${about}: ${title}`, ...rest]);
}
