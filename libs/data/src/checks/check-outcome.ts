import { endsTheReading, type FailingKeys, type Outcome, type Reason } from '@app/sources';
import type { DataOutcomeBody, DataRunEnd } from '../runs/data-run';
import type { ComputedSubject } from './computed-subject';

/** A test case or rule with what it came to. */
export interface CheckedCase {
  readonly subject: ComputedSubject;
  readonly outcome: Outcome;
  /** Keys of rows that fail it, where they may be shown. */
  readonly keys?: FailingKeys;
}

/** An entry of the run's `checks`. */
export function checkEntry(one: CheckedCase): NonNullable<DataOutcomeBody['checks']>[number] {
  const { name, testCase, rule, tried } = one.subject;
  const about = testCase ? { id: testCase.id, type: 'testCase' } : rule && { id: rule.contract, type: 'dataContract' };
  const { status, reason, message, value, rows, failedRows, passedRows, ...more } = one.outcome;
  const { failedRowsPercentage, passedRowsPercentage, statement } = more;
  return {
    ...(testCase && {
      testCase: { id: testCase.id, type: 'testCase', name: testCase.name, fullyQualifiedName: testCase.fqn },
    }),
    name,
    ...tried,
    ...(rule && { rule }),
    status,
    ...withoutAbsent({ reason, message, value, rows, failedRows, passedRows }),
    ...withoutAbsent({ failedRowsPercentage, passedRowsPercentage, statement }),
    ...(about && { about }),
  };
}

/** The body of the result that is stored: of row-level checks with both counts and percentages. */
export function resultBody(one: CheckedCase): Readonly<Record<string, unknown>> {
  const { message, values = [], minBound, maxBound, ...counts } = one.outcome;
  const { failedRows, passedRows, failedRowsPercentage, passedRowsPercentage } = counts;
  return {
    result: message,
    testResultValue: values,
    ...withoutAbsent({ failedRows, passedRows, failedRowsPercentage, passedRowsPercentage, minBound, maxBound }),
  };
}

export function runEnd(outcomes: readonly Outcome[]): { status: DataRunEnd; reason?: Reason; message: string } {
  if (outcomes.length === 0) return { status: 'Success', message: 'There is nothing to check' };
  const of = (status: Outcome['status']): number => outcomes.filter((one) => one.status === status).length;
  const [passed, failed, aborted] = [of('Success'), of('Failed'), of('Aborted')];
  const message = `${passed} of ${outcomes.length} checks passed, ${failed} failed, ${aborted} could not be computed`;
  if (passed === outcomes.length) return { status: 'Success', message };
  if (passed > 0) return { status: 'PartialSuccess', message };
  if (failed > 0) return { status: 'Failed', message };
  const outage = outcomes.find(({ reason }) => reason !== undefined && endsTheReading(reason));
  return { status: 'Aborted', ...(outage?.reason && { reason: outage.reason }), message: outage?.message ?? message };
}

function withoutAbsent(members: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
