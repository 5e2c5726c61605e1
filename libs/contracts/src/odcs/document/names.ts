/** Names joined by dots; one that holds a dot or a quote is quoted, as in fully qualified names. */
export function joinNames(names: readonly string[]): string {
  return names.map((name) => (/[."]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join('.');
}

/** The names of an FQN, unquoted. */
export function splitNames(fqn: string): string[] {
  const parts = fqn.match(/(?:"(?:[^"]|"")+"|[^".]+)(?=\.|$)/g) ?? [];
  return parts.map((part) => (part.startsWith('"') ? part.slice(1, -1).replaceAll('""', '"') : part));
}
