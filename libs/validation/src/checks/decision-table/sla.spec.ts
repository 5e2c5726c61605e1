import { checkSla } from '../sla-check';
import type { SlaEvidence } from '../sla/sla-evidence';
import { SLA_DAYS } from './cases/sla-day.cases';
import { SLA_TARGETS } from './cases/sla-target.cases';
import { evidenceOf } from './sla-case';

const NOW = Date.parse('2026-11-20T10:00:00Z');
const HOUR = 3_600_000;

/** The cases as objects: rows differ in length, and a test function with more parameters than its row would wait for a callback. */
const CASES = [...SLA_TARGETS, ...SLA_DAYS].map(([title, sla, known, met, notes]) => ({
  title,
  sla,
  known,
  met,
  notes,
}));

describe('checkSla', () => {
  it.each(CASES)('$title', ({ sla, known, met, notes }) => {
    const verdict = checkSla({ sla, evidence: evidenceOf(known) });
    expect(verdict?.sla).toEqual(met);
    if (notes) expect(verdict?.notes).toEqual(notes);
    // Each missed target has a note, and there are no other notes.
    const missed = Object.values(verdict?.sla ?? {}).filter((one) => !one).length;
    expect((verdict?.notes.length ?? 0) > 0).toBe(missed > 0);
  });

  const DAY = 24 * HOUR;
  /** The day of Kiritimati that began 5 hours before now, and so many days before it. */
  const day = (before: number) => ({
    timestamp: NOW - 5 * HOUR - before * DAY,
    dataUntil: NOW + 19 * HOUR - before * DAY,
  });

  it.each([
    ['P1D', 0, true],
    ['P1D', 1, true],
    ['P1D', 2, false],
    ['PT24H', 1, true],
    ['P2D', 2, true],
    ['P2D', 3, false],
    ['P1M', 31, true],
    // A duration that is not of whole days counts from the begin.
    ['PT5H', 0, true],
    ['PT4H', 0, false],
    ['PT12H', 1, false],
    ['PT36H', 1, true],
    ['PT36H', 2, false],
  ])('judges by %s a newest day of %i days before: %s', (duration, before, met) => {
    const newest = day(before);
    const arrival = { timestamp: NOW, dataTimestamp: newest.timestamp, dataUntil: newest.dataUntil };
    const evidence: SlaEvidence = { now: NOW, refreshes: [newest], arrivals: [arrival], availability: [] };
    const verdict = checkSla({ sla: { refreshFrequency: duration, maxLatency: duration }, evidence });
    expect(verdict?.sla).toEqual({ refreshFrequencyMet: met, latencyMet: met });
  });

  it('takes the day that ends last rather than a time within it', () => {
    const refreshes = [day(1), { timestamp: day(1).timestamp + HOUR }];
    const evidence: SlaEvidence = { now: NOW, refreshes, arrivals: [], availability: [] };
    expect(checkSla({ sla: { refreshFrequency: 'P1D' }, evidence })?.sla).toEqual({ refreshFrequencyMet: true });
  });

  it('looks back as far as it is told', () => {
    const evidence = evidenceOf({ up: ['2026-11-20T08:59:59Z'] });
    const verdict = checkSla({ sla: { availability: 1 }, evidence, window: { months: 0, milliseconds: HOUR } });
    expect(verdict).toEqual({
      sla: { availabilityMet: false },
      notes: ['availability: no evidence (no observation in the last 1 hour)'],
      targets: new Map([['availability', 'broken']]),
    });
  });

  it('bears more evidence than a call has arguments', () => {
    const refreshes = Array.from({ length: 300_000 }, (_, index) => NOW - index);
    const evidence = { refreshes, arrivals: [], availability: [], now: NOW };
    expect(checkSla({ sla: { refreshFrequency: 'PT1H' }, evidence })?.lastRefreshedAt).toBe(NOW);
  });
});

describe('checkSla: what was seen', () => {
  const known: SlaEvidence = {
    now: NOW,
    refreshes: [
      { timestamp: NOW - 3 * HOUR, source: 'profile' },
      { timestamp: NOW - 2 * HOUR, source: 'lifeCycle' },
    ],
    arrivals: [
      { timestamp: NOW - HOUR, dataTimestamp: NOW - 2 * HOUR, source: 'a' },
      { timestamp: NOW - HOUR, dataTimestamp: NOW - 2.5 * HOUR, source: 'b' },
    ],
    availability: [
      { timestamp: NOW - 3 * HOUR, available: true, source: 'probe' },
      { timestamp: NOW - HOUR, available: true, source: 'monitor' },
      { timestamp: NOW - 2 * HOUR, available: false },
    ],
  };

  it('is given with one note for each target that is not met, and with what said so', () => {
    const sla = { refreshFrequency: 'PT1H', maxLatency: 'PT1H', availability: 99, availabilityTime: '09:30' };
    expect(checkSla({ sla, evidence: known })).toEqual({
      sla: { refreshFrequencyMet: false, latencyMet: false, availabilityMet: false },
      lastRefreshedAt: NOW - 2 * HOUR,
      actualLatency: 90 * 60_000,
      actualAvailability: (2 / 3) * 100,
      notes: [
        'refreshFrequency: last refreshed at 2026-11-20 08:00 UTC, expected every 1 hour',
        'latency: the newest data took 1.5 hours, expected at most 1 hour',
        'availability: 66.67 % of 3 observations, expected 99 %',
      ],
      evidence: [
        { target: 'refreshFrequency', kind: 'refresh', timestamp: NOW - 2 * HOUR, source: 'lifeCycle' },
        { target: 'maxLatency', kind: 'arrival', timestamp: NOW - HOUR, source: 'b' },
        { target: 'availability', kind: 'availability', timestamp: NOW - HOUR, source: 'monitor', observations: 3 },
        { target: 'availabilityTime', kind: 'refresh', timestamp: NOW - 3 * HOUR, source: 'profile' },
      ],
      targets: new Map([
        ...['refreshFrequency', 'maxLatency', 'availability'].map((member) => [member, 'broken'] as const),
        ['availabilityTime', 'held'] as const,
      ]),
    });
  });

  it('is given of targets that are met, too', () => {
    const sla = { refreshFrequency: 'PT2H', maxLatency: 'PT2H', availability: 50 };
    expect(checkSla({ sla, evidence: known })).toMatchObject({
      sla: { refreshFrequencyMet: true, latencyMet: true, availabilityMet: true },
      lastRefreshedAt: NOW - 2 * HOUR,
      actualLatency: 90 * 60_000,
      actualAvailability: (2 / 3) * 100,
      notes: [],
      evidence: [{ source: 'lifeCycle' }, { source: 'b' }, { observations: 3 }],
    });
  });

  it.each<[string, Partial<SlaEvidence>, object[]]>([
    ['the arrival that met the time', { refreshes: [] }, [{ kind: 'arrival', timestamp: NOW - HOUR, source: 'a' }]],
    [
      'the newest, a refresh, where nothing did',
      { refreshes: [NOW - 30 * 60_000], arrivals: [] },
      [{ kind: 'refresh', timestamp: NOW - 30 * 60_000 }],
    ],
    [
      'the newest, an arrival, where nothing did',
      { refreshes: [NOW - 20 * HOUR], arrivals: [{ timestamp: NOW, dataTimestamp: NOW, source: 'late' }] },
      [{ kind: 'arrival', timestamp: NOW, source: 'late' }],
    ],
    [
      'the refresh of two at once',
      { refreshes: [NOW], arrivals: [{ timestamp: NOW, dataTimestamp: NOW, source: 'late' }] },
      [{ kind: 'refresh', timestamp: NOW }],
    ],
    [
      'the newest of several',
      { refreshes: [NOW - 20 * HOUR, NOW - 11 * HOUR, NOW - 15 * HOUR], arrivals: [] },
      [{ kind: 'refresh', timestamp: NOW - 11 * HOUR }],
    ],
  ])('names for the daily time %s', (_title, given, evidence) => {
    const verdict = checkSla({ sla: { availabilityTime: '09:15' }, evidence: { ...known, ...given } });
    expect(verdict?.evidence).toEqual(evidence.map((one) => ({ target: 'availabilityTime', ...one })));
  });

  it('is the first of several that say the same of one instant', () => {
    const twice = <Seen extends object>(seen: Seen) => ['first', 'second'].map((source) => ({ ...seen, source }));
    const evidence: SlaEvidence = {
      now: NOW,
      refreshes: twice({ timestamp: NOW }),
      arrivals: twice({ timestamp: NOW, dataTimestamp: NOW - HOUR }),
      availability: twice({ timestamp: NOW, available: true }),
    };
    const verdict = checkSla({ sla: { refreshFrequency: 'P1D', maxLatency: 'P1D', availability: 1 }, evidence });
    expect(verdict?.evidence?.map(({ source }) => source)).toEqual(['first', 'first', 'first']);
  });

  it('is nothing where nothing was seen: no number is invented', () => {
    const sla = { refreshFrequency: 'PT1H', latency: 'PT1H', availability: 1, availabilityTime: '09:00' };
    expect(Object.keys(checkSla({ sla, evidence: evidenceOf({}) }) ?? {})).toEqual(['sla', 'notes', 'targets']);
  });
});
