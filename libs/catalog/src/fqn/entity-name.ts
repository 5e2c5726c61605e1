import { LONGEST_NAME } from '../definition/limits';

/** Names of entities: 1 to 256 characters (code points), no `::`, no control characters, no `"`. */

// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/** The validation error of an entity name, or undefined. */
export function entityNameFault(name: string): string | undefined {
  if (name.includes('::')) return 'must not contain "::"';
  if (name.includes('"')) return 'must not contain a double quote';
  return partNameFault(name);
}

/** The validation error of the name of a column, a field or another part, or undefined. */
export function partNameFault(name: string): string | undefined {
  if (name === '') return 'must not be empty';
  if (name.length > LONGEST_NAME && [...name].length > LONGEST_NAME)
    return `must have at most ${LONGEST_NAME} characters`;
  if (CONTROL.test(name)) return 'must not contain control characters';
  return undefined;
}
