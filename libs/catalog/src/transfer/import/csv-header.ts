import { badRequest } from '@app/common';
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

/**
 * Parses the first record. Headers may be in any order; missing optional ones count as empty cells.
 * @param isPlaced whether the caller specifies the schema of the tables
 * @throws {AppError} BAD_REQUEST for an unknown, duplicate or missing header
 */
export function readHeader({ line, cells }: CsvRecord, isPlaced: boolean): CsvHeader {
  const names = cells.map((cell) => cell.trim());
  const at = (header: string): number | undefined => {
    const place = names.indexOf(header);
    return place < 0 ? undefined : place;
  };
  const needed = [TABLE, ...(isPlaced ? [] : [SCHEMA])];
  const faults = [
    ...names
      .filter((name) => !HEADERS.includes(name))
      .map((name) => fault(name, `is no header; known: ${HEADERS.join(', ')}`)),
    ...names.filter((name, i) => names.indexOf(name) < i).map((name) => fault(name, 'stands twice')),
    ...needed.filter((name) => !names.includes(name)).map((name) => fault(name, 'is missing; every row needs it')),
  ];
  if (faults.length)
    throw badRequest(`Line ${line}: ${faults.map(({ field, message }) => `${field} ${message}`).join('; ')}`, faults);
  const placed = (known: readonly Cell[]): PlacedCell[] =>
    known.flatMap((cell) => {
      const place = at(cell.header);
      return place === undefined ? [] : [{ ...cell, at: place }];
    });
  return {
    width: names.length,
    schema: at(SCHEMA),
    table: at(TABLE) as number,
    column: at(COLUMN),
    tableCells: placed(TABLE_CELLS),
    columnCells: placed(COLUMN_CELLS),
  };
}

const fault = (name: string, message: string): { field: string; message: string } => ({
  field: JSON.stringify(name),
  message,
});
