import { neutralised, TimeSlice } from '@app/common';
import { writeToString } from 'fast-csv';
import { HEADERS } from '../cells/layout';
import type { TableBody } from './exported-body';
import { tableRows } from './table-rows';

/** Rows serialised at once: cell by cell takes three times as long. */
const BLOCK = 500;

/** RFC 4180 */
const FORM = { headers: false, rowDelimiter: '\r\n', includeEndRowDelimiter: true } as const;

export type TablePages = AsyncIterable<readonly TableBody[]>;

export const csvOf = (pages: TablePages, raw: boolean): AsyncGenerator<string> =>
  csvText(HEADERS, pages, tableRows, raw);

/** A CSV, block by block. Unless `raw`, cells are escaped so that spreadsheets do not evaluate them as formulas. */
export async function* csvText<T>(
  headers: readonly string[],
  pages: AsyncIterable<readonly T[]>,
  rowsOf: (item: T) => string[][],
  raw: boolean,
): AsyncGenerator<string> {
  const slice = new TimeSlice();
  yield `${headers.join(',')}\r\n`;
  for await (const page of pages) {
    const rows = page.flatMap(rowsOf).map((row) => (raw ? row : row.map(neutralised)));
    for (let from = 0; from < rows.length; from += BLOCK) {
      yield writeToString(rows.slice(from, from + BLOCK), FORM);
      await slice.turn();
    }
  }
}

/** `{"tables": [create body, …]}`, page by page, one line per table. */
export async function* jsonOf(pages: TablePages): AsyncGenerator<string> {
  let separator = '\n';
  yield '{"tables":[';
  for await (const page of pages) {
    for (const body of page) {
      yield `${separator}${JSON.stringify(body)}`;
      separator = ',\n';
    }
  }
  yield '\n]}\n';
}
