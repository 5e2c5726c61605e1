import { csvTables, IMPORT_CHANGES, jsonTables, type ReadEntity, type SchemaOfTables } from '@app/catalog';
import { CsvBody } from '../../http/parsing';

/** Each table of an import is judged by itself. */
export const IMPORTS = { operation: IMPORT_CHANGES, resource: 'table' } as const;

interface ReadOptions {
  readonly raw: boolean;
  readonly databaseSchema?: SchemaOfTables;
}

/** The tables of a body, CSV or JSON. */
export function tablesIn(body: unknown, { raw, databaseSchema }: ReadOptions): AsyncGenerator<ReadEntity> {
  if (body instanceof CsvBody) return csvTables(body.bytes, { raw, databaseSchema });
  return jsonTables(body, databaseSchema);
}
