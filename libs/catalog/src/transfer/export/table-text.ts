import { neutralised } from '@app/common';
import { writeToString } from 'fast-csv';
import { HEADERS } from '../cells/layout';
import type { TableBody } from './table-body';
import { tableRows } from './table-rows';

/** Rows that are made text at once: cell by cell costs three times as much. */
const BLOCK = 500;

/** RFC 4180 */
const FORM = { headers: false, rowDelimiter: '\r\n', includeEndRowDelimiter: true } as const;

export type TablePages = AsyncIterable<readonly TableBody[]>;

/** The CSV of tables, block by block. Not `raw`: no cell is a formula to a spreadsheet. */
export async function* csvOf(pages: TablePages, raw: boolean): AsyncGenerator<string> {
  yield `${HEADERS.join(',')}\r\n`;
  for await (const page of pages) {
    const rows = page.flatMap(tableRows).map((row) => (raw ? row : row.map(neutralised)));
    for (let from = 0; from < rows.length; from += BLOCK) yield writeToString(rows.slice(from, from + BLOCK), FORM);
  }
}

/** `{"tables": [create body, …]}`, page by page, a line for each table. */
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
