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
  readonly tableCells: readonly PlacedCell[];
  readonly columnCells: readonly PlacedCell[];
}

export interface PlacedCell extends Cell {
  readonly at: number;
}

/** The headers of a file, each at its position. */
export interface PlacedHeaders {
  readonly width: number;
  at(header: string): number | undefined;
  placed(known: readonly Cell[]): PlacedCell[];
}

/**
 * Parses the first record of a file of tables. Headers may be in any order; missing optional ones count as empty cells.
 * @param isPlaced whether the caller specifies the schema of the tables
 * @throws {AppError} BAD_REQUEST for an unknown, duplicate or missing header
 */
export function readHeader(record: CsvRecord, isPlaced: boolean): CsvHeader {
  const { width, at, placed } = placedHeaders(record, HEADERS, [TABLE, ...(isPlaced ? [] : [SCHEMA])]);
  return {
    width,
    schema: at(SCHEMA),
    table: at(TABLE) as number,
    column: at(COLUMN),
    tableCells: placed(TABLE_CELLS),
    columnCells: placed(COLUMN_CELLS),
  };
}

/** @throws {AppError} BAD_REQUEST for an unknown, duplicate or missing header */
export function placedHeaders(
  { line, cells }: CsvRecord,
  known: readonly string[],
  needed: readonly string[],
): PlacedHeaders {
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
    const place = names.indexOf(header);
    return place < 0 ? undefined : place;
  };
  const placed = (wanted: readonly Cell[]): PlacedCell[] =>
    wanted.flatMap((cell) => {
      const place = at(cell.header);
      return place === undefined ? [] : [{ ...cell, at: place }];
    });
  return { width: names.length, at, placed };
}

/** The members of a body that a row has. @param fault called for each cell that cannot be read */
export function readMembers(
  texts: readonly string[],
  placed: readonly PlacedCell[],
  fault: (header: string, message: string) => void,
): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  for (const { at, header, kind, member } of placed) {
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
