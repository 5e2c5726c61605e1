import { childPath } from '@app/common';
import { joinFqn, splitFqn } from '../../fqn';
import { COLUMN, COLUMN_CELLS, SCHEMA, TABLE, TABLE_CELLS, type Cell } from '../cells/layout';
import type { CsvRecord } from '../csv/csv-records';
import { readMembers, type CsvHeader, type IndexedCell } from './csv-header';
import { MOST_FAULTS, type ImportFault, type ReadEntity } from './read-entity';

interface Column extends Record<string, unknown> {
  children?: Column[];
}

/** A column that other columns may be nested in. */
interface PlacedColumn {
  readonly column: Column;
  readonly path: string;
}

/** Assembles a table from its rows, in file order. */
export class TableAssembly {
  private readonly faults: ImportFault[] = [];
  private faultsLeftOut = 0;
  private readonly columns: Column[] = [];
  private readonly indexed = new Map<string, PlacedColumn>();
  /** Path of a column in the body → its line. */
  private readonly lines = new Map<string, number>();
  private readonly own: Record<string, unknown>;
  private rows = 0;

  constructor(
    private readonly header: CsvHeader,
    private readonly first: CsvRecord,
    private readonly identity: { readonly schema: string; readonly table: string },
  ) {
    this.own = this.members(first, header.tableCells);
    if (!identity.table) this.fault(first.line, TABLE, 'must name the table that the row is of');
    if (!identity.schema) this.fault(first.line, SCHEMA, 'must name the schema of the table by its FQN');
  }

  fault(line: number, field: string, message: string): void {
    if (this.faults.length < MOST_FAULTS) this.faults.push({ line, field, message });
    else this.faultsLeftOut++;
  }

  /** Called for every row of the table, including the first. */
  add(record: CsvRecord): void {
    this.rows++;
    const { width } = this.header;
    if (record.cells.length !== width)
      return this.fault(record.line, TABLE, `has a row of ${record.cells.length} cells; the header has ${width}`);
    if (record !== this.first) this.checkLater(record);
    this.addColumn(record);
  }

  finish(): ReadEntity {
    const { schema, table } = this.identity;
    return {
      rows: this.rows,
      ...(table ? { name: joinFqn(schema || undefined, table) } : {}),
      body: { ...this.own, name: table, databaseSchema: schema, columns: this.columns },
      faults: this.faults,
      faultsLeftOut: this.faultsLeftOut,
      locationOf: (path) => this.locationOf(path),
    };
  }

  /** Table cells belong on the first row; later rows may only repeat them. */
  private checkLater({ line, cells }: CsvRecord): void {
    for (const { at, header } of this.header.tableCells) {
      if (cells[at] && cells[at] !== this.first.cells[at])
        this.fault(
          line,
          header,
          `is another than on line ${this.first.line}; it stands on the first row of a table only`,
        );
    }
  }

  private addColumn(record: CsvRecord): void {
    const { line, cells } = record;
    const text = (this.header.column === undefined ? '' : cells[this.header.column]) ?? '';
    const own = this.members(record, this.header.columnCells);
    if (!text) {
      const isOnly = record === this.first && !Object.keys(own).length;
      if (!isOnly) this.fault(line, COLUMN, 'must name the column; only a table without columns has a row without one');
      return;
    }
    const names = splitFqn(text);
    if (!names)
      return this.fault(line, COLUMN, `must be a path such as address.street, a name with a dot or a quote in quotes`);
    this.path(line, names, { ...own, name: names.at(-1) });
  }

  private path(line: number, names: readonly string[], column: Column): void {
    const key = joinFqn(undefined, ...names);
    if (this.indexed.has(key)) return this.fault(line, COLUMN, `${key} stands twice in this table`);
    const above = names.slice(0, -1);
    const parent = this.indexed.get(joinFqn(undefined, ...above));
    if (above.length && !parent)
      return this.fault(line, COLUMN, `lies in ${joinFqn(undefined, ...above)}, which must stand on a row above`);
    const list = parent ? (parent.column.children ??= []) : this.columns;
    const path = childPath(parent ? `${parent.path}.children` : 'columns', list.length);
    list.push(column);
    this.indexed.set(key, { column, path });
    this.lines.set(path, line);
  }

  private members({ line, cells }: CsvRecord, indexed: readonly IndexedCell[]): Record<string, unknown> {
    return readMembers(cells, indexed, (header, fault) => this.fault(line, header, fault));
  }

  /** `columns[1].children[0].tags[0].tagFQN` → the line of that column, `column.tags`. */
  private locationOf(path: string): { line: number; field: string } {
    const [place = ''] = /^columns\[\d+\](?:\.children\[\d+\])*/.exec(path) ?? [];
    const line = this.lines.get(place);
    if (line === undefined) return { line: this.first.line, field: headerOf(path, TABLE, '', TABLE_CELLS) };
    return { line, field: headerOf(path.slice(place.length + 1), COLUMN, `${COLUMN}.`, COLUMN_CELLS) };
  }
}

/** The header of the cell that contains a body member; for the rest cell, with its path. */
export function headerOf(path: string, name: string, prefix: string, cells: readonly Cell[]): string {
  const [member = ''] = /^\w*/.exec(path) ?? [];
  if (member === '' || member === 'name') return name;
  const cell = cells.find((one) => one.member === member && one.kind !== 'rest');
  if (cell) return cell.header;
  return member === SCHEMA || member === 'columns' ? path : `${prefix}more.${path}`;
}
