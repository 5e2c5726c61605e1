import { badRequest } from '@app/common';
import { TABLE } from '../cells/layout';
import { fileRecords, type CsvRecord } from '../csv/csv-records';
import { readHeader, type CsvHeader } from './csv-header';
import { MOST_READ, tooMany, type ReadEntity, type SchemaOfTables } from './read-entity';
import { TableAssembly } from './table-assembly';

export interface CsvOptions {
  /** Cells are taken literally; otherwise the apostrophe before a formula is removed. */
  readonly raw: boolean;
  readonly databaseSchema?: SchemaOfTables;
  /** Tables that are read, at most. */
  readonly most?: number;
}

/**
 * The tables of a CSV, each read from consecutive rows. Those behind the first 100,000 are not read: one fault at the end says so.
 * @throws {AppError} BAD_REQUEST before the first table, if the file is not a valid CSV or its header is invalid
 */
export async function* csvTables(
  sent: Buffer,
  { raw, databaseSchema, most = MOST_READ }: CsvOptions,
): AsyncGenerator<ReadEntity, void> {
  let header: CsvHeader | undefined;
  let open: { key: string; assembly: TableAssembly } | undefined;
  const seen = new Set<string>();
  let tables = 0;
  for await (const record of fileRecords(sent, raw)) {
    if (!header) {
      header = readHeader(record, databaseSchema !== undefined);
      continue;
    }
    const { line } = record;
    const identity = identityOf(header, record, databaseSchema);
    const key = JSON.stringify(identity);
    if (open?.key !== key) {
      if (open) yield open.assembly.finish();
      if (++tables > most) return yield { ...tooMany(line, TABLE, 'tables', most), body: undefined };
      open = { key, assembly: new TableAssembly(header, record, identity) };
      if (seen.has(key))
        open.assembly.fault(line, TABLE, 'has other rows above; the rows of a table must stand together');
      seen.add(key);
    }
    open.assembly.add(record);
  }
  if (!header) throw badRequest('The body holds no header line');
  if (open) yield open.assembly.finish();
}

function identityOf(
  header: CsvHeader,
  { cells }: CsvRecord,
  databaseSchema: SchemaOfTables | undefined,
): { schema: string; table: string } {
  const given = header.schema === undefined ? '' : (cells[header.schema] ?? '');
  const isGiven = !databaseSchema || (given !== '' && !databaseSchema.isForAll);
  return { schema: isGiven ? given : databaseSchema.fqn, table: cells[header.table] ?? '' };
}
