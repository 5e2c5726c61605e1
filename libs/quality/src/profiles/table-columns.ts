import { joinFqn } from '@app/catalog';
import { invalidFields } from '@app/common';
import { columnAt, type NameCase } from '@app/datatypes';
import type { ColumnProfile } from './table-profile';

/** Names that the message about an unknown column shows. */
const MOST_NAMES = 50;

/** A column as the table's document has it. */
export interface TableColumn {
  readonly name: string;
  readonly fullyQualifiedName?: string;
  readonly dataType?: string;
  readonly children?: readonly TableColumn[];
  readonly profile?: unknown;
}

/**
 * The columns of a table by the names that a profile may give them: a column's own name, a nested one's path in the table as
 * FQNs have it (`home.city`, `home."zip.code"`).
 */
export function columnsByName(columns: readonly TableColumn[], tableFqn: string): Map<string, TableColumn> {
  const found = new Map<string, TableColumn>();
  const add = (column: TableColumn): void => {
    const path = pathOf(column, tableFqn);
    if (path !== undefined) found.set(path, column);
    column.children?.forEach(add);
  };
  columns.forEach(add);
  // A plain name wins over a path that reads like it.
  for (const column of columns) found.set(column.name, column);
  return found;
}

/** The columns of a table, and how its platform reads their names. */
export interface ColumnsOfTable {
  readonly columns: readonly TableColumn[];
  readonly nameCase: NameCase;
}

/** The name by which `columnsByName` has the column that a name means; undefined: the table has none. */
export function columnKey(
  known: ReadonlyMap<string, TableColumn>,
  { columns, nameCase }: ColumnsOfTable,
  name: string,
): string | undefined {
  if (known.has(name)) return name;
  const { found } = columnAt(columns, name, nameCase);
  return found && joinFqn(undefined, ...found.names);
}

/** Where a column stands below the list of columns, as `jsonb_set` takes it; undefined: the table has none that the name means. */
export function columnPath(table: ColumnsOfTable, tableFqn: string, name: string): string[] | undefined {
  const { columns } = table;
  const known = columnsByName(columns, tableFqn);
  const wanted = known.get(columnKey(known, table, name) ?? name);
  const find = (level: readonly TableColumn[]): string[] | undefined => {
    for (const [at, column] of level.entries()) {
      if (column === wanted) return [`${at}`];
      const below = find(column.children ?? []);
      if (below) return [`${at}`, 'children', ...below];
    }
    return undefined;
  };
  return wanted && find(columns);
}

/** The columns with the profiles that are of them; the document that was given stays as it is. */
export function withProfiles(
  columns: readonly TableColumn[],
  tableFqn: string,
  profiles: readonly ColumnProfile[],
): TableColumn[] {
  const known = columnsByName(columns, tableFqn);
  const profileOf = new Map(profiles.map((profile) => [known.get(profile.name), profile]));
  const complete = (column: TableColumn): TableColumn => {
    const profile = profileOf.get(column);
    return {
      ...column,
      ...(profile && { profile }),
      ...(column.children && { children: column.children.map(complete) }),
    };
  };
  return columns.map(complete);
}

/** @throws {AppError} BAD_REQUEST where there are unknown columns; each has the field that names it */
export function refuseColumns(
  table: string,
  unknown: readonly { readonly field: string; readonly name: string }[],
  known: readonly string[],
): void {
  if (unknown.length === 0) return;
  const has = known.slice(0, MOST_NAMES).join(', ');
  const told = (name: string): string => `the table ${table} has no column "${name}"; it has ${has}`;
  throw invalidFields(unknown.map(({ field, name }) => ({ field, message: told(name) })));
}

function pathOf({ fullyQualifiedName }: TableColumn, tableFqn: string): string | undefined {
  return fullyQualifiedName?.startsWith(`${tableFqn}.`) ? fullyQualifiedName.slice(tableFqn.length + 1) : undefined;
}
