import { setImmediate } from 'node:timers/promises';
import { neutralised } from '@app/catalog';
import { writeToBuffer } from 'fast-csv';
import type { ExportEdge } from '../read/export-edge';
import { columnPairs } from './column-pair';
import type { ExportSource } from './export-text';

const HEADERS = ['fromEntityFQN', 'fromEntityType', 'toEntityFQN', 'toEntityType', 'sqlQuery'];
const COLUMN_HEADERS = ['fromColumn', 'toColumn'];

/** RFC 4180 */
const FORM = { headers: false, rowDelimiter: '\r\n', includeEndRowDelimiter: true } as const;

/** Rows that are made text at once: cell by cell costs three times as much. */
const BLOCK = 500;

/**
 * The CSV of an export: its header, then a row for each edge; with column lineage a row for each pair of columns, an edge without
 * pairs having one with empty cells. Not raw: no cell is a formula to a spreadsheet.
 */
export async function* csvText({ request, pages }: ExportSource): AsyncGenerator<string | Buffer, void, undefined> {
  const { columnLineage, raw } = request;
  yield `${[...HEADERS, ...(columnLineage ? COLUMN_HEADERS : [])].join(',')}\r\n`;
  const cell = raw ? asItIs : neutralised;
  for await (const { edges } of pages) {
    const rows = edges.flatMap((edge) => rowsOf(edge, columnLineage, cell));
    for (let from = 0; from < rows.length; from += BLOCK) {
      yield writeToBuffer(rows.slice(from, from + BLOCK), FORM);
      // Writing goes from promise to promise; whoever else is served by this process gets a turn here.
      await setImmediate();
    }
  }
}

const asItIs = (cell: string): string => cell;

function rowsOf(edge: ExportEdge, columnLineage: boolean, cell: (text: string) => string): string[][] {
  const { fromFqn, fromType, toFqn, toType, sqlQuery } = edge;
  const row = [cell(fromFqn), fromType, cell(toFqn), toType, sqlQuery === null ? '' : cell(sqlQuery)];
  if (!columnLineage) return [row];
  const pairs = edge.stored ? columnPairs(edge.stored) : [];
  if (pairs.length === 0) return [[...row, '', '']];
  return pairs.map(({ fromColumn, toColumn }) => [...row, cell(fromColumn), cell(toColumn)]);
}
