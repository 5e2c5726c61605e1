import { utcMinute } from '@app/common';
import type { FieldMessage, QualityVerdict } from './types';

export type TestCaseStatus = 'Success' | 'Failed' | 'Aborted' | 'Queued';

/** A test case referenced by a contract, with its newest result if it has one. */
export interface QualityExpectation {
  readonly ref: { readonly id?: string; readonly name?: string; readonly fullyQualifiedName?: string };
  /** `timestamp` in epoch ms; `result` is the message of the test. */
  readonly newest?: { readonly status: TestCaseStatus; readonly timestamp: number; readonly result?: string };
  /** Why the source could not be asked: what is Aborted by it says nothing of the promise. */
  readonly blockedBy?: string;
  /** Softly deleted: it has no result that counts. */
  readonly isDeleted?: boolean;
  /** `warn`, `warning` and `info`, case-insensitive: the test case is reported but not counted. */
  readonly severity?: string;
}

const WORDS: Readonly<Record<Exclude<TestCaseStatus, 'Success'>, string>> = {
  Failed: 'failed',
  Aborted: 'was aborted',
  Queued: 'is queued, so it has no outcome yet',
};

/** Severities of test cases whose failure does not fail a contract, as spelled by the tools that send them. */
const ADVISORY: readonly string[] = ['warn', 'warning', 'info'];

/** Whether a test case is reported and not counted. */
export const isAdvisory = ({ severity }: Pick<QualityExpectation, 'severity'>): boolean =>
  ADVISORY.includes(severity?.toLowerCase() ?? '');

/**
 * Evaluates each expected test case by its newest result: only Success passes; Failed, Aborted, Queued or a missing
 * result fails. Test cases with an advisory severity are not counted, whatever their result; if they are not
 * successful, a warning is added. `qualityScore` = passed / total × 100; it is 100 if no test case is counted. What the source could not be asked is
 * counted in `failed`, and in `blocked` as well.
 */
export function checkQuality(expectations: readonly QualityExpectation[]): QualityVerdict {
  const unmet = expectations.filter(({ newest }) => newest?.status !== 'Success');
  const counted = unmet.filter((one) => !isAdvisory(one));
  const details = counted.map(failure);
  const blocked = counted.flatMap(({ blockedBy }) => blockedBy ?? []);
  const warnings = unmet.filter(isAdvisory).map(failure);
  const total = expectations.filter((one) => !isAdvisory(one)).length;
  const passed = total - details.length;
  const qualityScore = total === 0 ? 100 : (passed / total) * 100;
  return {
    ...{ passed, failed: details.length, total, qualityScore, details, warnings },
    ...(blocked.length > 0 && { blocked: blocked.length, blockedBy: blocked[0]! }),
  };
}

function failure({ ref, newest, severity, isDeleted, blockedBy }: QualityExpectation): FieldMessage {
  const field = ref.fullyQualifiedName ?? ref.name ?? ref.id ?? 'unknown test case';
  const weight = severity ? ` (severity ${severity})` : '';
  if (!newest) return { field, message: `${isDeleted ? 'the test case is deleted' : 'no result'}${weight}` };
  const how =
    blockedBy !== undefined
      ? `could not be computed (${blockedBy})`
      : newest.status === 'Success'
        ? 'succeeded'
        : WORDS[newest.status];
  const said = newest.result ? `: ${newest.result}` : '';
  return { field, message: `${how} at ${utcMinute(newest.timestamp)}${weight}${said}` };
}
