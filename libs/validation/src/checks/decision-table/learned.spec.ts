import { checkQuality } from '../quality-check';
import { checkSla } from '../sla-check';
import { learningSentence, volumeExpectation, type LearnedFinding } from '../learned';
import { overallVerdict } from '../verdict';
import { evidenceOf } from './sla-case';

const NOW = Date.parse('2026-11-20T10:00:00Z');
const DAY = 86_400_000;
const STALE: LearnedFinding = { state: 'unusual', value: 259_200, timestamp: NOW - 3 * DAY, high: 90_000 };
const FRESH: LearnedFinding = { state: 'usual', value: 3_600, timestamp: NOW - DAY / 24, high: 90_000 };
const LEARNING: LearnedFinding = { state: 'learning' };
const WEEKLY = { refreshFrequency: 'P7D' };
const HOURLY = { refreshFrequency: 'PT1H' };
const SEEN = { refreshes: ['2026-11-17T10:00:00Z'] };

describe('learned freshness as a target of an SLA', () => {
  it.each<[string, object, LearnedFinding, boolean]>([
    ['usual, alone', {}, FRESH, true],
    ['unusual, alone', {}, STALE, false],
    ['still learning, alone', {}, LEARNING, true],
    ['usual, and refreshed in time', WEEKLY, FRESH, true],
    ['unusual, though refreshed in time', WEEKLY, STALE, false],
    ['usual, though refreshed late', HOURLY, FRESH, false],
    ['unusual, and refreshed late', HOURLY, STALE, false],
    ['still learning, and refreshed late', HOURLY, LEARNING, false],
  ])('%s', (_, sla, learned, isMet) => {
    const verdict = checkSla({ sla, evidence: evidenceOf(SEEN), learned });
    expect(verdict?.sla).toEqual({ refreshFrequencyMet: isMet });
    expect((verdict?.notes.length ?? 0) > 0).toBe(!isMet);
  });

  it('says since when nothing came, and what is usual', () => {
    const verdict = checkSla({ sla: {}, evidence: evidenceOf({}), learned: STALE })!;
    expect(verdict).toEqual({
      sla: { refreshFrequencyMet: false },
      lastRefreshedAt: NOW - 3 * DAY,
      notes: [
        'learnedFreshness: last refreshed at 2026-11-17 10:00 UTC, 3 days ago, where at most 1.04 days are usual',
      ],
      targets: new Map([['learned.freshness', 'broken']]),
    });
    expect(overallVerdict({ sla: verdict }).result).toBe(
      'SLA not met (refresh frequency). SLA learned freshness: last refreshed at 2026-11-17 10:00 UTC, 3 days ago, where at most 1.04 days are usual.',
    );
  });

  it('is not missed where the source could not be read', () => {
    const reading = { unread: { reason: 'source_down', message: 'it is down' }, byColumn: false };
    const verdict = checkSla({ sla: {}, evidence: evidenceOf({}), learned: STALE, reading });
    expect(verdict).toMatchObject({ blocked: ['refreshFrequencyMet'], blockedBy: 'source_down' });
  });
});

describe('learned volume as a test of the quality', () => {
  const empty: LearnedFinding = { state: 'unusual', value: 0, timestamp: NOW - DAY, low: 750.4, high: 1_250 };

  it.each<[string, LearnedFinding, number, string[]]>([
    ['usual', { ...empty, state: 'usual', value: 900 }, 1, []],
    ['still learning', LEARNING, 1, []],
    ['unusual', empty, 0, ['failed at 2026-11-19 10:00 UTC: 0 rows, where 750 to 1250 are usual']],
  ])('%s', (_, finding, passed, messages) => {
    const quality = checkQuality([volumeExpectation(finding, NOW)]);
    expect(quality).toMatchObject({ passed, failed: 1 - passed, total: 1, qualityScore: passed * 100 });
    expect(quality.details).toEqual(messages.map((message) => ({ field: 'learned volume', message })));
  });

  it('is one more of the tests', () => {
    const failed = { ref: { name: 'a' }, newest: { status: 'Failed', timestamp: NOW } } as const;
    expect(checkQuality([failed, volumeExpectation(LEARNING, NOW)])).toMatchObject({ failed: 1, total: 2 });
  });
});

describe('the sentence about what is still learned', () => {
  it.each<[Parameters<typeof learningSentence>[0], string]>([
    [{}, ''],
    [{ freshness: FRESH }, ''],
    [{ freshness: FRESH, volume: LEARNING }, ' The contract is still learning the usual volume.'],
    [{ freshness: LEARNING, volume: LEARNING }, ' The contract is still learning the usual freshness and volume.'],
  ])('%j', (findings, sentence) => {
    expect(learningSentence(findings)).toBe(sentence);
  });
});
