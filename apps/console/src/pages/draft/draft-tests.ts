import { expectedKey } from './draft-reading';
import { insert, listOf, put, type Edit, type Members } from './draft-text';

/** A test case as the catalog knows it. */
interface Case {
  readonly id?: string | undefined;
  readonly fullyQualifiedName: string;
}

/** Names of the test cases that the draft expects to pass. */
export const expectedTests = ({ qualityExpectations }: Members): readonly string[] =>
  listOf(qualityExpectations).map(expectedKey);

export const isExpected = (members: Members, { id, fullyQualifiedName }: Case): boolean =>
  expectedTests(members).some((key) => key === fullyQualifiedName || key === id);

/** Expects a test case, or does so no more. */
export const expectTest =
  (members: Members, { id, fullyQualifiedName }: Case, isIn: boolean): Edit =>
  (document) => {
    const at = expectedTests(members).findIndex((key) => key === fullyQualifiedName || key === id);
    if (isIn && at < 0) insert(document, ['qualityExpectations'], { type: 'testCase', fullyQualifiedName });
    if (!isIn && at >= 0) put(document, ['qualityExpectations', at], undefined);
  };
