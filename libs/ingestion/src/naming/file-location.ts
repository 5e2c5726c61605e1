import { globMatcher } from '@app/sources';
import type { LineageName } from '../event/event';
import type { FoundTable, NamedTable } from './named-table';

export interface LocatedTable extends NamedTable {
  /** A file, a folder, or a glob; one that has no beginning lies below the folder of its service. */
  readonly location: string;
  /** The folder of its service, where the connection names one. */
  readonly folder: string | null;
}

/** Namespaces whose names are paths. */
const LOCATIONS = /^(?:file|s3[an]?|gs|abfss?|wasbs?|hdfs|dbfs)(?::|$)/i;
/** Other names of a scheme. */
const SCHEMES: Readonly<Record<string, string>> = { s3a: 's3', s3n: 's3', abfs: 'abfss', wasb: 'wasbs' };

export const isLocation = (namespace: string): boolean => LOCATIONS.test(namespace);

/** The table whose file, folder or glob covers a path; the closest one where several do. */
export function coveringTable(tables: readonly LocatedTable[], name: LineageName): FoundTable {
  const path = pathOf(name);
  const covering = tables.flatMap((table) => {
    const closeness = closenessOf(table, path, name.namespace);
    return closeness > 0 ? [{ table, closeness }] : [];
  });
  const closest = Math.max(...covering.map(({ closeness }) => closeness));
  const found = covering.filter(({ closeness }) => closeness === closest).map(({ table }) => table);
  const live = found.filter(({ deleted }) => !deleted);
  const among = live.length > 0 ? live : found;
  return among.length === 1 ? { found: among[0]!, among: [] } : { among };
}

/** The path of a dataset, of a local file as it is on its machine. */
function pathOf({ namespace, name }: LineageName): string {
  return whole(`${namespace.replace(/\/+$/, '')}/${name.replace(/^\/+/, '')}`);
}

function whole(location: string): string {
  const local = location.replace(/^file(?::\/\/[^/]*)?(?=\/)/i, '');
  const scheme = /^([a-z0-9]+):\/\//i.exec(local)?.[1]?.toLowerCase();
  const path = scheme === undefined ? local : `${SCHEMES[scheme] ?? scheme}${local.slice(scheme.length)}`;
  return path.replace(/\/+$/, '');
}

/** The more, the closer: 0 where a table does not have the path. A file is closer than a glob, that than a folder, a deep folder than a high one. */
function closenessOf({ location, folder }: LocatedTable, path: string, namespace: string): number {
  const isWhole = /^(?:\/|[a-z0-9]+:\/\/)/i.test(location);
  const below = folder ?? namespace;
  const own = whole(isWhole ? location : `${below.replace(/\/+$/, '')}/${location}`);
  if (own === path) return 4;
  const isBelow = (parent: string): number => (path.startsWith(`${parent}/`) ? 1 + parent.length / LONGEST : 0);
  if (!/[*?]/.test(own)) return isBelow(own);
  if (globMatcher(own).test(path)) return 3;
  // A dataset may be the folder whose files the glob names.
  return own.replace(/\/[^/]*[*?].*$/, '') === path ? 2 : 0;
}

/** More than a location has characters. */
const LONGEST = 100_000;
