import type { QualityExpectation } from '../../checks/quality-check';
import { blocks } from '../../readings/source-view';

/** Data of a test case beyond the contract's reference to it. */
export type TestCaseEvidence = Pick<QualityExpectation, 'newest' | 'severity' | 'isDeleted' | 'blockedBy'>;

/** The same as it is stored. */
export interface StoredTestEvidence extends Omit<TestCaseEvidence, 'newest' | 'blockedBy'> {
  readonly newest?: NonNullable<TestCaseEvidence['newest']> & { readonly reason?: string };
}

/** How far ahead of the database's clock the clock of who sends a result may go, in ms. */
export const CLOCKS_APART_MS = 5 * 60_000;

/**
 * A `StoredTestEvidence` of the test case in the row of this name, with its newest result in the row `r`.
 * A result that is dated later, by a clock that is wrong, would hide all that come until then.
 */
export const evidenceOfTest = (row: string): string => `
           json_strip_nulls(json_build_object('newest', newest, 'severity', ${row}.details -> 'extension' ->> 'severity',
             'isDeleted', case when ${row}.deleted_by is not null then true end))`;

/** The path of the column of a test case `t` of the table `s`, as the test case writes it. */
export const TESTED_COLUMN = `
  substr(left(t.fqn, -1 - length(case when strpos(t.name, '.') > 0 then '"' || t.name || '"' else t.name end)), length(s.fqn) + 2)`;

/** The evidence as checks take it: what a data run could not compute for lack of its source says nothing of the promise. */
export function evidenceOf({ newest, ...rest }: StoredTestEvidence): TestCaseEvidence {
  if (!newest) return rest;
  const { reason, ...shown } = newest;
  return { ...rest, newest: shown, ...(newest.status === 'Aborted' && blocks(reason) && { blockedBy: reason }) };
}
