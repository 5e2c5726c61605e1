import { joinFqn } from '@app/catalog/pure';
import { isComparable, type ProfiledColumn, type SourceColumn } from '@app/sources';
import { hidesPath, taggedPaths, type TaggedColumn } from '@app/quality';
import type { DataWarning } from '../runs/data-run';
import type { ProfilerConfig } from './profiler-config';

/** Default columns of a profile. */
export const MOST_PROFILED = 200;

/** The columns of a table as the source has them. */
export interface FoundColumns {
  readonly columns: readonly SourceColumn[];
  /** Fields of structs can be measured like columns. */
  readonly hasFields: boolean;
}

/**
 * Which columns of a table are measured: those that it has in the source and in the catalog, and that are included by name, or are of a
 * type whose values can be compared; so are fields of structs, where the engine has them.
 */
export function profiledColumns(
  { columns, hasFields }: FoundColumns,
  catalogued: readonly TaggedColumn[],
  { include, exclude, measuresColumns }: ProfilerConfig,
  hiddenTags: readonly string[],
  warn: (warning: DataWarning) => void,
): ProfiledColumn[] {
  if (!measuresColumns) return [];
  const own = new Set(columns.map(({ name }) => name));
  // A column whose name reads like a path wins over that field.
  const found = columns
    .flatMap((column) => withFields(column, hasFields))
    .filter(({ name, path }) => path === undefined || !own.has(name));
  for (const name of include?.keys() ?? [])
    if (!found.some((column) => column.name === name))
      warn({
        code: 'columnNotFound',
        subject: name,
        message: `The table has no column ${name}, which is to be profiled`,
      });
  const wanted = found.filter(
    ({ name, kind }) => !exclude.has(name) && (include ? include.has(name) : isComparable(kind)),
  );
  const unknown = wanted.filter((column) => !isCatalogued(catalogued, pathOf(column)));
  if (unknown.length)
    warn({
      code: 'columnNotInCatalog',
      message: `${unknown.length} columns are not in the catalog: crawl the service`,
    });
  const all = wanted.filter((column) => isCatalogued(catalogued, pathOf(column)));
  const most = include ? all.length : MOST_PROFILED;
  if (all.length > most)
    warn({ code: 'columnsLeftOut', message: `${all.length - most} columns behind the first ${most} are left out` });
  const tagged = taggedPaths(catalogued, hiddenTags);
  return all.slice(0, most).map((column) => {
    const metrics = include?.get(column.name);
    return { column, hidesValues: hidesPath(tagged, pathOf(column)), ...(metrics && { metrics }) };
  });
}

/** A column and, of a struct, its fields at all depths, by their names as FQNs have them. */
function withFields(column: SourceColumn, hasFields: boolean): SourceColumn[] {
  if (!hasFields) return [column];
  const fields = (column.children ?? []).map((child): SourceColumn => {
    const path = [...pathOf(column), child.name];
    return { ...child, name: joinFqn(undefined, ...path), path };
  });
  return [column, ...fields.flatMap((field) => withFields(field, true))];
}

const pathOf = ({ name, path = [name] }: SourceColumn): readonly string[] => path;

function isCatalogued(columns: readonly TaggedColumn[], [name, ...rest]: readonly string[]): boolean {
  const column = columns.find((one) => one.name === name);
  return column !== undefined && (rest.length === 0 || isCatalogued(column.children ?? [], rest));
}
