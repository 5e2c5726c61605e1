import type { LearnedMetric } from '@app/contracts';
import { describeDuration, utcMinute } from '@app/common';
import type { QualityExpectation } from './quality-check';

/** The newest value of an asset beside its own past; times in epoch ms. */
export interface LearnedFinding {
  readonly state: 'learning' | 'usual' | 'unusual';
  /** Rows, or seconds since the last refresh; absent: there is none. */
  readonly value?: number;
  /** When it was seen: of freshness the last refresh. */
  readonly timestamp?: number;
  /** The bounds of what is usual; of freshness `high` alone. */
  readonly low?: number;
  readonly high?: number;
  /** Distance from the expected value, in spreads. */
  readonly score?: number;
}

/** Findings about the measures that a contract wants judged by the past of its asset. */
export type LearnedFindings = { readonly [Metric in LearnedMetric]?: LearnedFinding };

/** The name of the check that counts among quality tests. */
const VOLUME = 'learned volume';

/** The volume as one more test of the quality: it fails where it is unusual. @param now the instant of the run, in epoch ms */
export function volumeExpectation(
  { state, value, timestamp, low = 0, high }: LearnedFinding,
  now: number,
): QualityExpectation {
  const status = state === 'unusual' ? 'Failed' : 'Success';
  const rows = (count = 0): string => String(Math.round(count));
  const result = `${rows(value)} rows, where ${rows(low)} to ${rows(high)} are usual`;
  return { ref: { name: VOLUME }, newest: { status, timestamp: timestamp ?? now, result } };
}

/** Why freshness is unusual, as a note of the SLA says it. */
export function staleNote({ value = 0, timestamp = 0, high = 0 }: LearnedFinding): string {
  const time = (seconds: number): string => describeDuration({ months: 0, milliseconds: Math.round(seconds) * 1_000 });
  return `learnedFreshness: last refreshed at ${utcMinute(timestamp)}, ${time(value)} ago, where at most ${time(high)} are usual`;
}

/** Says of what not enough is known yet; nothing where all is known. */
export function learningSentence(findings: LearnedFindings): string {
  const metrics = Object.entries(findings).flatMap(([metric, { state }]) => (state === 'learning' ? metric : []));
  return metrics.length ? ` The contract is still learning the usual ${metrics.join(' and ')}.` : '';
}
