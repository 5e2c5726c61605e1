import { isComparable, type ProfiledColumn, type SourceColumn } from '@app/sources';
import { hidesValues, type CatalogueColumn } from '../checks/hidden-columns';
import type { DataWarning } from '../runs/data-run';
import type { ProfilerConfig } from './profiler-config';

/** Columns that are measured where nobody has named them. */
export const MOST_PROFILED = 200;

/**
 * Which columns of a table are measured: those that it has in the source and in the catalog, and that are included by name, or are of a
 * type whose values can be compared.
 */
export function profiledColumns(
  found: readonly SourceColumn[],
  catalogued: readonly CatalogueColumn[],
  { include, exclude, measuresColumns }: ProfilerConfig,
  hiddenTags: readonly string[],
  warn: (warning: DataWarning) => void,
): ProfiledColumn[] {
  if (!measuresColumns) return [];
  for (const name of include?.keys() ?? [])
    if (!found.some((column) => column.name === name))
      warn({
        code: 'columnNotFound',
        subject: name,
        message: `The table has no column ${name}, which is to be profiled`,
      });
  const known = new Set(catalogued.map(({ name }) => name));
  const wanted = found.filter(
    ({ name, kind }) => !exclude.has(name) && (include ? include.has(name) : isComparable(kind)),
  );
  const unknown = wanted.filter(({ name }) => !known.has(name));
  if (unknown.length)
    warn({
      code: 'columnNotInCatalog',
      message: `${unknown.length} columns are not in the catalog: crawl the service`,
    });
  const all = wanted.filter(({ name }) => known.has(name));
  const most = include ? all.length : MOST_PROFILED;
  if (all.length > most)
    warn({ code: 'columnsLeftOut', message: `${all.length - most} columns behind the first ${most} are left out` });
  return all.slice(0, most).map((column) => {
    const metrics = include?.get(column.name);
    return { column, hidesValues: hidesValues(catalogued, [column.name], hiddenTags), ...(metrics && { metrics }) };
  });
}
