/** The names of an FQN as it writes them: those with a dot are quoted, whose own quotes are doubled. */
export const namesOf = (fqn: string): string[] => fqn.match(/"(?:[^"]|"")*"|[^."]+/g) ?? [];

export const unquoted = (name: string): string =>
  name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name;

/** The last name of an FQN before its path. */
export interface NamedPath {
  readonly name: string;
  readonly path: string;
}

const CONTRACT_PREFIX = /^dataContract_/;

/** Splits an FQN into its name and the path to it. A contract is shown without the prefix that its FQN adds. */
export function namedPath(fqn: string): NamedPath {
  const names = namesOf(fqn);
  const name = unquoted(names.at(-1) ?? fqn).replace(CONTRACT_PREFIX, '');
  return { name, path: names.slice(0, -1).join('.') };
}
