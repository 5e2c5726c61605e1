import { type DocumentReference, childPath } from '../../document/contract-document';
import { type Change, breaking, compatible } from '../../promises/change';

type Expectation = DocumentReference | string;

/** Test cases removed or added, ignoring order. */
export function diffQuality(before: readonly Expectation[], after: readonly Expectation[]): Change[] {
  const reason = (verb: string) => `the test case is ${verb} expected to pass`;
  return [
    ...without(before, after).map((old) => breaking(pathOf(old), [old, undefined], reason('no longer'))),
    ...without(after, before).map((now) => compatible(pathOf(now), [undefined, now], reason('now'))),
  ];
}

/** Items of `list` that no reference in `others` matches; a reference has an id, an FQN or both, a string is either. */
function without(list: readonly Expectation[], others: readonly Expectation[]): Expectation[] {
  const known = new Set(others.flatMap(namesOf));
  return list.filter((reference) => !namesOf(reference).some((name) => known.has(name)));
}

function namesOf(reference: Expectation): string[] {
  if (typeof reference === 'string') return [reference];
  return [reference.id, reference.fullyQualifiedName].filter((name) => name !== undefined);
}

function pathOf(reference: Expectation): string {
  const name =
    typeof reference === 'string' ? reference : (reference.fullyQualifiedName ?? reference.name ?? reference.id ?? '');
  return childPath('qualityExpectations', name);
}
