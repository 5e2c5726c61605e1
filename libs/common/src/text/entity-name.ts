/** Names of entities and of their parts: at most so many characters (code points); those of entities have no `::` and no `"` either. */
export const LONGEST_NAME = 256;

// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/** The validation error of an entity name, or undefined. */
export function entityNameFault(name: string): string | undefined {
  if (name.includes('::')) return 'must not contain "::"';
  if (name.includes('"')) return 'must not contain a double quote';
  return partNameFault(name);
}

/** Zero-width, directional and other characters that are not seen: two names with and without one look alike. */
const UNSEEN = /[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** The validation error of a name that rights are given to, beyond that of any entity, or undefined. */
export function principalNameFault(name: string): string | undefined {
  const [unseen] = UNSEEN.exec(name) ?? [];
  if (unseen === undefined) return undefined;
  const code = unseen.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  return `must not contain invisible or directional characters; it has U+${code}`;
}

/** The validation error of the name of a column, a field or another part, or undefined. */
export function partNameFault(name: string): string | undefined {
  if (name === '') return 'must not be empty';
  if (name.length > LONGEST_NAME && [...name].length > LONGEST_NAME)
    return `must have at most ${LONGEST_NAME} characters`;
  if (CONTROL.test(name)) return 'must not contain control characters';
  return undefined;
}
