import type { TestCase } from '../../api/operations/checks';
import { inWords } from '../../ui/changes/value-words';
import { CHECKS } from '../expectation/check-draft';

/** The path of the column that a link names; undefined: it is of the table. */
export function columnIn(entityLink = ''): string | undefined {
  return /^<#E::table::(?:(?!::).)+::columns::(.+)>$/su.exec(entityLink)?.[1];
}

type Named = Pick<TestCase, 'name' | 'displayName' | 'testDefinition'>;

/** The name of a check for people: names that a form gave say no more than the check itself. */
export function titleOf({ name, displayName, testDefinition }: Named): string {
  if (displayName) return displayName;
  const definition = testDefinition?.name ?? '';
  const words = CHECKS[definition];
  const isGiven = name.replace(/_\d+$/, '') === definition;
  return words !== undefined && isGiven ? words : name;
}

/** The subject of a check, and the values that it judges by: `amount: min value 0, max value 10`. */
export function subjectOf({
  entityLink,
  parameterValues = [],
}: Pick<TestCase, 'entityLink' | 'parameterValues'>): string {
  const parameters = parameterValues
    .filter(({ value }) => value !== undefined && value !== 'true')
    .map(({ name = '', value }) => `${inWords(name)} ${value}`);
  const subject = columnIn(entityLink) ?? 'the whole table';
  return parameters.length === 0 ? subject : `${subject}: ${parameters.join(', ')}`;
}
