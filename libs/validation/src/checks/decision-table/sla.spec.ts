import { checkSla } from '../sla-check';
import { CLOCK_SKEW } from '../sla/sla-evidence';
import type { SlaEvidence } from '../sla/sla-evidence';
import type { SlaVerdict } from '../types';

const NOW = Date.parse('2026-11-20T10:00:00Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

type Given = Partial<Omit<SlaEvidence, 'now'>> & { readonly now?: number };

function judge(sla: unknown, given: Given = {}): SlaVerdict | undefined {
  return checkSla({ sla, evidence: { refreshes: [], arrivals: [], availability: [], now: NOW, ...given } });
}

function ago(milliseconds: number): number {
  return NOW - milliseconds;
}

function arrival(timestamp: number, latency: number) {
  return { timestamp, dataTimestamp: timestamp - latency };
}

/** `up` available observations and `down` others, an hour apart, the newest an hour old. */
function seen(up: number, down: number) {
  return Array.from({ length: up + down }, (_, index) => ({
    timestamp: ago((index + 1) * HOUR),
    available: index < up,
  }));
}

describe('checkSla: what is judged', () => {
  it.each([
    [undefined],
    [null],
    [{}],
    [{ retention: 'P1Y' }],
    [{ timezone: 'UTC' }],
    [{ columnName: 'updated_at' }],
    [{ refreshFrequency: null }],
  ])('nothing for %j', (sla) => {
    expect(judge(sla)).toBeUndefined();
  });

  it.each<[string, unknown, Given, SlaVerdict['sla']]>([
    ['refreshed in time', { refreshFrequency: 'PT1H' }, { refreshes: [ago(HOUR)] }, { refreshFrequencyMet: true }],
    [
      'refreshed too late',
      { refreshFrequency: 'PT1H' },
      { refreshes: [ago(HOUR + 1)] },
      { refreshFrequencyMet: false },
    ],
    [
      'the newest refresh counts',
      { refreshFrequency: 'PT1H' },
      { refreshes: [ago(1), ago(DAY)] },
      { refreshFrequencyMet: true },
    ],
    ['no refresh is known', { refreshFrequency: 'PT1H' }, {}, { refreshFrequencyMet: false }],
    [
      'object form',
      { refreshFrequency: { interval: 1, unit: 'day' } },
      { refreshes: [ago(DAY)] },
      { refreshFrequencyMet: true },
    ],
    [
      'a month by the calendar',
      { refreshFrequency: 'P1M' },
      { refreshes: [Date.parse('2026-10-20T10:00:00Z')] },
      { refreshFrequencyMet: true },
    ],
    [
      'more than a month',
      { refreshFrequency: 'P1M' },
      { refreshes: [Date.parse('2026-10-20T09:59:59Z')] },
      { refreshFrequencyMet: false },
    ],
    [
      'a clock a little ahead',
      { refreshFrequency: 'PT1H' },
      { refreshes: [NOW + CLOCK_SKEW] },
      { refreshFrequencyMet: true },
    ],
    [
      'a refresh in the future',
      { refreshFrequency: 'PT1H' },
      { refreshes: [NOW + CLOCK_SKEW + 1] },
      { refreshFrequencyMet: false },
    ],
    [
      'an arrival is no refresh',
      { refreshFrequency: 'PT1H' },
      { arrivals: [arrival(NOW, 0)] },
      { refreshFrequencyMet: false },
    ],
    ['quick arrival', { maxLatency: 'PT2H' }, { arrivals: [arrival(ago(DAY), 2 * HOUR)] }, { latencyMet: true }],
    ['slow arrival', { maxLatency: 'PT2H' }, { arrivals: [arrival(ago(DAY), 2 * HOUR + 1)] }, { latencyMet: false }],
    ['latency is another spelling', { latency: 'PT2H' }, { arrivals: [arrival(NOW, HOUR)] }, { latencyMet: true }],
    [
      'latency as an object',
      { maxLatency: { value: 30, unit: 'minute' } },
      { arrivals: [arrival(NOW, HOUR)] },
      { latencyMet: false },
    ],
    [
      'the newest arrival counts',
      { maxLatency: 'PT2H' },
      { arrivals: [arrival(ago(1), HOUR), arrival(ago(HOUR), DAY)] },
      { latencyMet: true },
    ],
    [
      'of two at once the slower counts',
      { maxLatency: 'PT2H' },
      { arrivals: [arrival(NOW, HOUR), arrival(NOW, DAY)] },
      { latencyMet: false },
    ],
    [
      'data dated ahead has no latency',
      { maxLatency: 'PT2H' },
      { arrivals: [arrival(ago(HOUR), -DAY)] },
      { latencyMet: true },
    ],
    ['no arrival is known', { maxLatency: 'PT2H' }, { refreshes: [NOW] }, { latencyMet: false }],
    ['available enough', { availability: 99 }, { availability: seen(99, 1) }, { availabilityMet: true }],
    ['available too seldom', { availability: 99.1 }, { availability: seen(99, 1) }, { availabilityMet: false }],
    ['always available', { availability: 100 }, { availability: seen(3, 0) }, { availabilityMet: true }],
    ['never available', { availability: 1 }, { availability: seen(0, 3) }, { availabilityMet: false }],
    ['0 % with an observation', { availability: 0 }, { availability: seen(0, 1) }, { availabilityMet: true }],
    ['0 % without one', { availability: 0 }, {}, { availabilityMet: false }],
    [
      '30 days ago still counts',
      { availability: 50 },
      { availability: [{ timestamp: ago(30 * DAY), available: true }] },
      { availabilityMet: true },
    ],
    [
      'older does not',
      { availability: 50 },
      { availability: [{ timestamp: ago(30 * DAY + 1), available: true }] },
      { availabilityMet: false },
    ],
    [
      'all at once',
      { refreshFrequency: 'PT1H', maxLatency: 'PT1H', availability: 90 },
      { refreshes: [NOW], availability: seen(1, 0) },
      { refreshFrequencyMet: true, latencyMet: false, availabilityMet: true },
    ],
  ])('%s', (_title, sla, given, expected) => {
    expect(judge(sla, given)?.sla).toEqual(expected);
  });
});

describe('checkSla: what was seen', () => {
  it('gives the evidence and one note for each target that is not met', () => {
    const sla = { refreshFrequency: 'PT1H', maxLatency: 'PT1H', availability: 99 };
    const refreshes = [ago(3 * HOUR), ago(2 * HOUR)];
    expect(judge(sla, { refreshes, arrivals: [arrival(NOW, 90 * 60_000)], availability: seen(2, 1) })).toEqual({
      sla: { refreshFrequencyMet: false, latencyMet: false, availabilityMet: false },
      lastRefreshedAt: ago(2 * HOUR),
      actualLatency: 90 * 60_000,
      actualAvailability: (2 / 3) * 100,
      notes: [
        'refreshFrequency: last refreshed at 2026-11-20T08:00:00.000Z, expected every 1 hour',
        'latency: the newest data took 1.5 hours, expected at most 1 hour',
        'availability: 66.67 % of 3 observations, expected 99 %',
      ],
    });
  });

  it('says "no evidence" for each target without any, and invents no numbers', () => {
    const verdict = judge({ refreshFrequency: 'PT1H', latency: 'PT1H', availability: 1, availabilityTime: '09:00' });
    expect(Object.keys(verdict ?? {})).toEqual(['sla', 'notes']);
    expect(verdict?.notes.map((note) => note.replace(/ \(.*/, ''))).toEqual([
      'refreshFrequency: no evidence',
      'latency: no evidence',
      'availability: no evidence',
      'availabilityTime: no evidence',
    ]);
  });

  it('does not pass what it cannot read', () => {
    const verdict = judge({ refreshFrequency: 'soon', availabilityTime: '9 am' }, { refreshes: [NOW] });
    expect(verdict?.sla).toEqual({ refreshFrequencyMet: false, availabilityMet: false });
    expect(verdict?.notes[0]).toContain('cannot be checked');
  });

  it('bears more evidence than a call has arguments', () => {
    const refreshes = Array.from({ length: 300_000 }, (_, index) => ago(index));
    expect(judge({ refreshFrequency: 'PT1H' }, { refreshes })?.lastRefreshedAt).toBe(NOW);
  });
});
