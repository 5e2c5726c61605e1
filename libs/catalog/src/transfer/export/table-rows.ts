import { joinFqn } from '../../fqn';
import { writeCell } from '../cells/cell-text';
import { COLUMN_CELLS, TABLE_CELLS, type Cell } from '../cells/layout';
import type { TableBody } from './exported-body';

type Members = Readonly<Record<string, unknown>>;

/** The cells of a table's rows in the order of HEADERS. */
export function tableRows(body: TableBody): string[][] {
  const { name, databaseSchema, columns, ...own } = body;
  const first = cellsOf(TABLE_CELLS, own);
  const later = first.map(() => '');
  const rows = columnRows(columns as Members[], []);
  if (!rows.length) rows.push(['', ...COLUMN_CELLS.map(() => '')]);
  return rows.map((row, i) => [databaseSchema, name, ...(i === 0 ? first : later), ...row]);
}

function columnRows(columns: readonly Members[], above: readonly string[]): string[][] {
  return columns.flatMap(({ name, children, ...own }) => {
    const path = [...above, name as string];
    const row = [joinFqn(undefined, ...path), ...cellsOf(COLUMN_CELLS, own)];
    return [row, ...columnRows((children as Members[] | undefined) ?? [], path)];
  });
}

/** The texts of cells, of the members that a body has. */
export function cellsOf(cells: readonly Cell[], members: Members): string[] {
  const named = new Set(cells.map(({ member }) => member));
  const rest = Object.fromEntries(Object.entries(members).filter(([member]) => !named.has(member)));
  return cells.map(({ kind, member }) => {
    const value = kind === 'rest' ? rest : members[member];
    const isEmpty = value === undefined || (kind === 'rest' && !Object.keys(rest).length);
    const text = isEmpty ? '' : writeCell(kind, value);
    // The reader treats blank cells as empty, so a blank text is written as empty.
    return text.trim() === '' ? '' : text;
  });
}
