import type { ErrorDetail } from '@app/common';
import type { DocumentReference } from '../contract-document';

/** References to something other than a test case, and duplicates: a duplicate would count twice in the score. */
export function qualityFaults(references: readonly (DocumentReference | string)[]): ErrorDetail[] {
  const firstAt = new Map<string, number>();
  return references.flatMap((reference, index) => {
    const field = `qualityExpectations[${index}]`;
    const type = typeof reference === 'string' ? undefined : reference.type;
    if (type !== undefined && type !== 'testCase')
      return [{ field: `${field}.type`, message: `must be testCase, got ${type}` }];
    const key = referenceKey(reference);
    const first = key === undefined ? undefined : firstAt.get(key);
    if (key !== undefined) firstAt.set(key, first ?? index);
    if (first === undefined) return [];
    return [{ field, message: `the test case ${key} is there twice, see qualityExpectations[${first}]` }];
  });
}

/** By what a reference is known: its id, else its FQN. */
function referenceKey(reference: DocumentReference | string): string | undefined {
  return typeof reference === 'string' ? reference : (reference.id ?? reference.fullyQualifiedName);
}
