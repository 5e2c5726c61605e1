import { childPath, type AssetColumn } from '@app/contracts';
import { hidesPath, taggedPaths } from '@app/quality';

/** A column and where it stands. */
export interface LocatedColumn {
  /** The path as contracts name it: `home.city`, a name with a dot in quotes. */
  readonly path: string;
  /** Names of those that it lies in and its own, the outermost first. */
  readonly names: readonly string[];
  readonly column: AssetColumn;
}

/** All columns, nested ones after their parents; of several with the same path the first. */
export function placedColumns(columns: readonly AssetColumn[], above?: LocatedColumn): LocatedColumn[] {
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

/** Paths of the columns whose values never appear. */
export function columnsWithTags(columns: readonly AssetColumn[], tags: readonly string[]): ReadonlySet<string> {
  const tagged = taggedPaths(columns, tags);
  return new Set(placedColumns(columns).flatMap(({ path, names }) => (hidesPath(tagged, names) ? [path] : [])));
}
