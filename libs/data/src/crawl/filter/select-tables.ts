import { entityNameFault } from '@app/common';
import type { Listing, SourceTable } from '@app/sources';
import type { NameFilter } from './name-filter';
import type { NamePatterns } from './name-patterns';

export interface CrawlPatterns {
  readonly databases: NamePatterns;
  readonly schemas: NamePatterns;
  readonly tables: NamePatterns;
}

/** The part of a listing that a crawl brings into the catalog. */
export interface Selection {
  readonly schemas: Listing['schemas'];
  readonly tables: readonly SourceTable[];
  /** Tables that were left out, by filters or by their names. */
  readonly leftOut: readonly SourceTable[];
  /** Names that the catalog cannot have, of what passed the filters. */
  readonly notAllowed: readonly { readonly schema: string; readonly table?: string; readonly fault: string }[];
}

/** @throws {SourceError} where the patterns take too long */
export async function selectTables(
  { schemas, tables }: Pick<Listing, 'schemas' | 'tables'>,
  patterns: CrawlPatterns,
  filter: NameFilter,
): Promise<Selection> {
  const passingSchemas = await filter.passing(
    schemas.map(({ name }) => name),
    patterns.schemas,
  );
  const passingTables = await filter.passing(
    tables.map(({ name }) => name),
    patterns.tables,
  );
  const notAllowed: { schema: string; table?: string; fault: string }[] = [];
  const kept = schemas.filter(({ name }) => {
    if (!passingSchemas.has(name)) return false;
    const fault = entityNameFault(name);
    if (fault !== undefined) notAllowed.push({ schema: name, fault });
    return fault === undefined;
  });
  const open = new Set(kept.map(({ name }) => name));
  const leftOut: SourceTable[] = [];
  const chosen = tables.filter((table) => {
    const { schema, name } = table;
    const passes = open.has(schema) && passingTables.has(name);
    const fault = passes ? entityNameFault(name) : undefined;
    if (fault !== undefined) notAllowed.push({ schema, table: name, fault });
    if (!passes || fault !== undefined) leftOut.push(table);
    return passes && fault === undefined;
  });
  return { schemas: kept, tables: chosen, leftOut, notAllowed };
}
