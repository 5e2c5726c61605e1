import type { Row } from './report';

/** Longer cells are no table any more; the JSON output has them in full. */
const WIDEST = 100;

/** Rows as aligned lines; the last column is not padded and never cut. */
export function alignedLines(columns: readonly string[], rows: readonly Row[]): string[] {
  const table = [columns, ...rows.map(({ cells }) => cells)].map((cells) => cells.map(oneLine));
  const widths = columns.map((_, at) => Math.min(WIDEST, Math.max(...table.map((cells) => width(cells[at] ?? '')))));
  return table.map((cells) =>
    cells
      .map((cell, at) => (at === columns.length - 1 ? cell : padded(cell, widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

/** What a terminal shows: control characters of a catalog's names must not steer it. */
export function oneLine(text: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are what it takes out
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '�');
}

function padded(cell: string, length: number): string {
  return cell + ' '.repeat(Math.max(0, length - width(cell)));
}

/** In code points; wide letters count as one, which only costs alignment. */
function width(text: string): number {
  return [...text].length;
}
