import type { FieldMessage, QualityVerdict } from './types';

export type TestCaseStatus = 'Success' | 'Failed' | 'Aborted' | 'Queued';

/** A test case that a contract refers to, with its newest result if it has one. */
export interface QualityExpectation {
  readonly ref: { readonly id?: string; readonly name?: string; readonly fullyQualifiedName?: string };
  /** `timestamp` in epoch ms; `result` is the test's own message. */
  readonly newest?: { readonly status: TestCaseStatus; readonly timestamp: number; readonly result?: string };
  readonly severity?: string;
}

const WORDS: Readonly<Record<Exclude<TestCaseStatus, 'Success'>, string>> = {
  Failed: 'failed',
  Aborted: 'was aborted',
  Queued: 'is queued, so it has no outcome yet',
};

/**
 * Judges each expected test case by its newest result: only Success passes; Failed, Aborted, Queued or no result at all
 * fails. `qualityScore` = passed / total × 100; with nothing expected nothing failed, so it is 100.
 */
export function checkQuality(expectations: readonly QualityExpectation[]): QualityVerdict {
  const details = expectations.filter(({ newest }) => newest?.status !== 'Success').map(failure);
  const total = expectations.length;
  const passed = total - details.length;
  return { passed, failed: details.length, total, qualityScore: total === 0 ? 100 : (passed / total) * 100, details };
}

function failure({ ref, newest, severity }: QualityExpectation): FieldMessage {
  const field = ref.fullyQualifiedName ?? ref.name ?? ref.id ?? 'unknown test case';
  const weight = severity ? ` (severity ${severity})` : '';
  if (!newest) return { field, message: `no result${weight}` };
  const how = newest.status === 'Success' ? 'succeeded' : WORDS[newest.status];
  const said = newest.result ? `: ${newest.result}` : '';
  return { field, message: `${how} at ${isoTime(newest.timestamp)}${weight}${said}` };
}

function isoTime(timestamp: number): string {
  const date = new Date(timestamp);
  return Number.isNaN(date.getTime()) ? String(timestamp) : date.toISOString();
}
