import { badRequest } from '@app/common';
import { readCell } from '../cells/cell-text';
import { COLUMN, COLUMN_CELLS, HEADERS, SCHEMA, TABLE, TABLE_CELLS, type Cell } from '../cells/layout';
import type { CsvRecord } from '../csv/csv-records';

/** The positions of the cells in a file. */
export interface CsvHeader {
  readonly width: number;
  readonly schema: number | undefined;
  readonly table: number;
  readonly column: number | undefined;
  readonly tableCells: readonly IndexedCell[];
  readonly columnCells: readonly IndexedCell[];
}

export interface IndexedCell extends Cell {
  readonly at: number;
}

/** The headers of a file, each at its position. */
export interface IndexedHeaders {
  readonly width: number;
  at(header: string): number | undefined;
  indexed(known: readonly Cell[]): IndexedCell[];
}

/**
 * Parses the first record of a file of tables. Headers may be in any order; missing optional ones count as empty cells.
 * @param isPlaced whether the caller specifies the schema of the tables
 * @throws {AppError} BAD_REQUEST for an unknown, duplicate or missing header
 */
export function readHeader(record: CsvRecord, isPlaced: boolean): CsvHeader {
  const { width, at, indexed } = indexedHeaders(record, HEADERS, [TABLE, ...(isPlaced ? [] : [SCHEMA])]);
  return {
    width,
    schema: at(SCHEMA),
    table: at(TABLE) as number,
    column: at(COLUMN),
    tableCells: indexed(TABLE_CELLS),
    columnCells: indexed(COLUMN_CELLS),
  };
}

/** @throws {AppError} BAD_REQUEST for an unknown, duplicate or missing header */
export function indexedHeaders(
  { line, cells }: CsvRecord,
  known: readonly string[],
  needed: readonly string[],
): IndexedHeaders {
  const names = cells.map((cell) => cell.trim());
  const faults = [
    ...names
      .filter((name) => !known.includes(name))
      .map((name) => fault(name, `is no header; known: ${known.join(', ')}`)),
    ...names.filter((name, i) => names.indexOf(name) < i).map((name) => fault(name, 'stands twice')),
    ...needed.filter((name) => !names.includes(name)).map((name) => fault(name, 'is missing; every row needs it')),
  ];
  if (faults.length)
    throw badRequest(`Line ${line}: ${faults.map(({ field, message }) => `${field} ${message}`).join('; ')}`, faults);
  const at = (header: string): number | undefined => {
    const index = names.indexOf(header);
    return index < 0 ? undefined : index;
  };
  const indexed = (wanted: readonly Cell[]): IndexedCell[] =>
    wanted.flatMap((cell) => {
      const index = at(cell.header);
      return index === undefined ? [] : [{ ...cell, at: index }];
    });
  return { width: names.length, at, indexed };
}

/** The members of a body that a row has. @param fault called for each cell that cannot be read */
export function readMembers(
  texts: readonly string[],
  indexed: readonly IndexedCell[],
  fault: (header: string, message: string) => void,
): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  for (const { at, header, kind, member } of indexed) {
    const text = texts[at];
    if (!text) continue;
    const read = readCell(kind, text);
    if ('fault' in read) fault(header, read.fault);
    else if (kind === 'rest') Object.assign(members, read.value);
    else members[member] = read.value;
  }
  return members;
}

const fault = (name: string, message: string): { field: string; message: string } => ({
  field: JSON.stringify(name),
  message,
});
