/** A column as the document of its table has it. */
export interface CatalogueColumn {
  readonly name: string;
  readonly tags?: readonly { readonly tagFQN?: string }[];
  readonly children?: readonly CatalogueColumn[];
}

/**
 * Whether values of a column are not to be shown: it bears one of the tags, lies in a column that does, or contains one.
 * @param path names of the column, the outermost first
 */
export function hidesValues(
  columns: readonly CatalogueColumn[],
  path: readonly string[],
  hiddenTags: readonly string[],
): boolean {
  const [name, ...rest] = path;
  const column = columns.find((one) => one.name === name) ?? columns.find((one) => one.name === path.join('.'));
  if (!column) return false;
  if (bears(column, hiddenTags)) return true;
  return rest.length && column.children?.length
    ? hidesValues(column.children, rest, hiddenTags)
    : holds(column, hiddenTags);
}

const bears = ({ tags = [] }: CatalogueColumn, hidden: readonly string[]): boolean =>
  tags.some(({ tagFQN = '' }) => hidden.includes(tagFQN));

const holds = (column: CatalogueColumn, hidden: readonly string[]): boolean =>
  bears(column, hidden) || (column.children ?? []).some((child) => holds(child, hidden));
