import { LONGEST_NAME } from './definition/limits';

/**
 * Fully qualified names: the names from the topmost ancestor down, joined by a dot. A name that contains a dot or a `"` is quoted
 * with `"`, and a `"` inside it (only possible in columns and other parts) is doubled.
 */

export function quoteName(name: string): string {
  return /[."]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
}

/** @param names unquoted, outermost first */
export function joinFqn(parent: string | undefined, ...names: readonly string[]): string {
  return [...(parent === undefined ? [] : [parent]), ...names.map(quoteName)].join('.');
}

/** The names of an FQN, unquoted; undefined if quotes are unbalanced or a part is empty. */
export function splitFqn(fqn: string): string[] | undefined {
  const parts = fqn.match(/(?:"(?:[^"]|"")+"|[^".]+)(?=\.|$)/g) ?? [];
  return parts.length && parts.join('.') === fqn ? parts.map(unquote) : undefined;
}

function unquote(part: string): string {
  return part.startsWith('"') ? part.slice(1, -1).replaceAll('""', '"') : part;
}

/** Names of entities: 1 to 256 characters (code points), no `::`, no control characters, no `"`. */

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
