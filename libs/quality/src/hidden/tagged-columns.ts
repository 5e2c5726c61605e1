import { foldName, type NameCase, unquotedName } from '@app/datatypes';

/** A column as the document of its table has it. */
export interface TaggedColumn {
  readonly name: string;
  readonly tags?: unknown;
  readonly children?: readonly TaggedColumn[];
}

/** Paths of the columns that bear one of the tags: names, the outermost first. */
export function taggedPaths(
  columns: readonly TaggedColumn[],
  tags: readonly string[],
  above: readonly string[] = [],
): (readonly string[])[] {
  return columns.flatMap((column) => {
    const path = [...above, column.name];
    const labels = (column.tags ?? []) as readonly { readonly tagFQN?: string }[];
    const isTagged = labels.some(({ tagFQN = '' }) => tags.includes(tagFQN));
    return [...(isTagged ? [path] : []), ...taggedPaths(column.children ?? [], tags, path)];
  });
}

/**
 * Whether values of a column are hidden: it bears a tag, lies in a column that does, or contains one. A path that may mean such a column counts.
 * @param tagged paths of those that do
 */
export function hidesPath(
  tagged: readonly (readonly string[])[],
  path: readonly string[],
  nameCase: NameCase = 'exact',
): boolean {
  const keys = keysOf(path, nameCase);
  return tagged.some((one) => {
    const other = keysOf(one, nameCase);
    return startsWith(other, keys) || startsWith(keys, other);
  });
}

const keysOf = (path: readonly string[], nameCase: NameCase): readonly string[] =>
  path.map((name) => foldName(unquotedName(name) ?? name, nameCase));

const startsWith = (path: readonly string[], begin: readonly string[]): boolean =>
  begin.every((name, at) => path[at] === name);
