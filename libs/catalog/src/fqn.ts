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
