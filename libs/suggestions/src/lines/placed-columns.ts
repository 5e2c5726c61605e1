import { childPath, type AssetColumn } from '@app/contracts';

/** A column and where it stands. */
export interface PlacedColumn {
  /** The path as contracts name it: `home.city`, a name with a dot in quotes. */
  readonly path: string;
  /** Names of those that it lies in and its own, the outermost first. */
  readonly names: readonly string[];
  readonly column: AssetColumn;
}

/** All columns, nested ones behind those that they lie in; of several of one name at one place the first. */
export function placedColumns(columns: readonly AssetColumn[], above?: PlacedColumn): PlacedColumn[] {
  return distinct(columns).flatMap((column) => {
    const placed = {
      path: childPath(above?.path ?? '', column.name),
      names: [...(above?.names ?? []), column.name],
      column,
    };
    return [placed, ...placedColumns(column.children ?? [], placed)];
  });
}

/** The first of several columns of one name. */
export function distinct(columns: readonly AssetColumn[]): AssetColumn[] {
  const names = new Set<string>();
  return columns.filter(({ name }) => !names.has(name) && names.add(name));
}

/** Paths of the columns that bear one of the tags, contain a column that does, or lie in one that does. */
export function columnsWithTags(columns: readonly AssetColumn[], tags: readonly string[]): ReadonlySet<string> {
  const bears = (column: AssetColumn): boolean => tagsOf(column).some((tag) => tags.includes(tag));
  const holds = (column: AssetColumn): boolean => bears(column) || (column.children ?? []).some(holds);
  const found = (level: readonly AssetColumn[], path: string, isBelow: boolean): string[] =>
    level.flatMap((column) => {
      const own = childPath(path, column.name);
      const below = found(column.children ?? [], own, isBelow || bears(column));
      return isBelow || holds(column) ? [own, ...below] : below;
    });
  return new Set(found(columns, '', false));
}

function tagsOf(column: AssetColumn): string[] {
  const { tags } = column as { tags?: readonly { readonly tagFQN?: string }[] };
  return (tags ?? []).flatMap(({ tagFQN }) => tagFQN ?? []);
}
