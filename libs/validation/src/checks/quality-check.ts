import type { FieldMessage, QualityVerdict } from './types';

export type TestCaseStatus = 'Success' | 'Failed' | 'Aborted' | 'Queued';

/** A test case that a contract refers to, with its newest result if it has one. */
export interface QualityExpectation {
  readonly ref: { readonly id?: string; readonly name?: string; readonly fullyQualifiedName?: string };
  /** `timestamp` in epoch ms; `result` is the test's own message. */
  readonly newest?: { readonly status: TestCaseStatus; readonly timestamp: number; readonly result?: string };
  /** `warn`, `warning` and `info`, in any letter case: it is reported, but does not count. */
  readonly severity?: string;
}

const WORDS: Readonly<Record<Exclude<TestCaseStatus, 'Success'>, string>> = {
  Failed: 'failed',
  Aborted: 'was aborted',
  Queued: 'is queued, so it has no outcome yet',
};

/** Severities of test cases that are no success and yet fail no contract, as the tools that send them spell them. */
const ADVISORY: readonly string[] = ['warn', 'warning', 'info'];

/**
 * Judges each expected test case by its newest result: only Success passes; Failed, Aborted, Queued or no result at all
 * fails. One of an advisory severity is in no count, whatever its result: when it is no success, a warning says so.
 * `qualityScore` = passed / total × 100; with nothing that counts nothing failed, so it is 100.
 */
export function checkQuality(expectations: readonly QualityExpectation[]): QualityVerdict {
  const isAdvisory = ({ severity }: QualityExpectation) => ADVISORY.includes(severity?.toLowerCase() ?? '');
  const unmet = expectations.filter(({ newest }) => newest?.status !== 'Success');
  const details = unmet.filter((one) => !isAdvisory(one)).map(failure);
  const warnings = unmet.filter(isAdvisory).map(failure);
  const total = expectations.filter((one) => !isAdvisory(one)).length;
  const passed = total - details.length;
  const qualityScore = total === 0 ? 100 : (passed / total) * 100;
  return { passed, failed: details.length, total, qualityScore, details, warnings };
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
