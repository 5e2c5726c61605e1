import { physicalType } from '@app/contracts';
import type { DbtColumn, DbtRelation } from '../project';

export type Json = Record<string, unknown>;

/** A column as the catalog has it. */
export interface CatalogColumn extends Json {
  readonly name: string;
  readonly dataType?: string;
  readonly description?: string;
}

const UNKNOWN = 'UNKNOWN';

/** Types that say nothing without a length get the longest one that databases have for them. */
export function columnBody({ name, description, type }: DbtColumn): CatalogColumn {
  return {
    name,
    ...(type === undefined ? { dataType: UNKNOWN } : { ...known(type), dataTypeDisplay: type }),
    ...(description !== undefined && { description }),
  };
}

function known(type: string): { dataType: string } & Json {
  return { ...(physicalType(type) ?? { dataType: UNKNOWN }) };
}

export function tableBody(schemaFqn: string, { name, tableType, description, columns }: DbtRelation): Json {
  return {
    name,
    databaseSchema: schemaFqn,
    tableType,
    ...(description !== undefined && { description }),
    columns: columns.map(columnBody),
  };
}

/**
 * What a table that is there lacks of what the project knows, as an RFC 6902 patch: descriptions that nobody has written, types that
 * nobody knew, columns that have a type and are not there. What the catalog says already stands.
 */
export function missingParts(table: Json, relation: DbtRelation): Json[] {
  const columns = (table.columns ?? []) as CatalogColumn[];
  const patch: Json[] = [];
  const add = (path: string, value: unknown): void => void patch.push({ op: 'add', path, value });
  if (relation.description !== undefined && !table.description) add('/description', relation.description);
  const places = new Map(columns.map(({ name }, i) => [name.toLowerCase(), i]));
  for (const column of relation.columns) {
    const place = places.get(column.name.toLowerCase());
    if (place === undefined) {
      if (column.type !== undefined) add('/columns/-', columnBody(column));
      continue;
    }
    const { description, dataType } = columns[place]!;
    if (column.description !== undefined && !description) add(`/columns/${place}/description`, column.description);
    const typed = column.type === undefined || dataType !== UNKNOWN ? { dataType: UNKNOWN } : columnBody(column);
    if (typed.dataType !== UNKNOWN)
      for (const [key, value] of Object.entries(typed))
        if (key !== 'name' && key !== 'description') add(`/columns/${place}/${key}`, value);
  }
  return patch;
}

/** The column of a table that dbt means, whatever the case it writes. @param columns names */
export function columnNamed(columns: readonly string[], name: string): string | undefined {
  return columns.find((column) => column === name) ?? columns.find((one) => one.toLowerCase() === name.toLowerCase());
}
