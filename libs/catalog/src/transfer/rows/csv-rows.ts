import { badRequest } from '@app/common';
import { fileRecords, type CsvRecord } from '../csv/csv-records';
import { indexedHeaders, readMembers, type IndexedCell } from '../import/csv-header';
import { MOST_READ, tooMany, type ImportFault, type ReadEntity } from '../import/read-entity';
import { headerOf } from '../import/table-assembly';
import { headersOf, type RowBody, type RowLayout } from './row-layouts';

const NAME = 'name';

export interface ReadRow extends ReadEntity {
  readonly body: RowBody;
}

/**
 * The entities of a CSV with one row each, at most 100,000: one fault at the end says where those begin that are not read.
 * @param path FQN of the container of the rows
 * @param raw cells are taken literally; otherwise the apostrophe before a formula is removed
 * @throws {AppError} BAD_REQUEST before the first row, if the file is not a valid CSV or its header is invalid
 */
export async function* csvRows(
  sent: Buffer,
  layout: RowLayout,
  path: string,
  raw: boolean,
): AsyncGenerator<ReadRow, void> {
  let header: RowHeader | undefined;
  const seen = new Map<string, number>();
  let rows = 0;
  for await (const record of fileRecords(sent, raw)) {
    if (!header) {
      const { width, indexed } = indexedHeaders(record, headersOf(layout), layout.needed);
      header = { width, cells: indexed(layout.cells) };
      continue;
    }
    if (++rows > MOST_READ) return yield { ...tooMany(record.line, NAME, 'rows'), body: {} };
    yield readRow(record, header, { layout, path, seen });
  }
  if (!header) throw badRequest('The body holds no header line');
}

interface RowHeader {
  readonly width: number;
  readonly cells: readonly IndexedCell[];
}

interface Reading {
  readonly layout: RowLayout;
  readonly path: string;
  /** Lines of the entities above, by FQN. */
  readonly seen: Map<string, number>;
}

function readRow({ line, cells }: CsvRecord, header: RowHeader, { layout, path: place, seen }: Reading): ReadRow {
  const faults: ImportFault[] = [];
  const fault = (field: string, message: string): void => void faults.push({ line, field, message });
  if (cells.length !== header.width) fault(NAME, `has a row of ${cells.length} cells; the header has ${header.width}`);
  const body = layout.inPlace(readMembers(cells, header.cells, fault), place);
  const name = layout.fqn(body);
  const elsewhere = layout.elsewhere?.(body, place);
  if (elsewhere) fault(elsewhere.field, elsewhere.message);
  const above = name === undefined ? undefined : seen.get(name);
  if (above !== undefined) fault(NAME, `stands on line ${above} as well`);
  else if (name !== undefined) seen.set(name, line);
  const locationOf = (path: string) => ({ line, field: headerOf(path, NAME, '', layout.cells) });
  return { rows: 1, ...(name === undefined ? {} : { name }), body, faults, locationOf };
}
