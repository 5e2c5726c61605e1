import { csvTables, jsonTables, TABLE_CHANGES, type ReadTable } from '@app/catalog';
import { CsvBody } from '../../http/parsing';

/** Each table of an import is judged by itself. */
export const IMPORTS = { operation: TABLE_CHANGES, resource: 'table' } as const;

interface ReadOptions {
  readonly raw: boolean;
  /** FQN of the schema that all tables go to. */
  readonly databaseSchema?: string;
}

/** The tables of a body, CSV or JSON. */
export function tablesIn(body: unknown, { raw, databaseSchema }: ReadOptions): AsyncGenerator<ReadTable> {
  if (body instanceof CsvBody) return csvTables(body.bytes, { raw, databaseSchema });
  return jsonTables(body, databaseSchema);
}
