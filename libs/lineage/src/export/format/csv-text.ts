import { setImmediate } from 'node:timers/promises';
import { neutralised } from '@app/common';
import { PAGE_EDGES } from '../export-edge';
import type { ExportEdge } from '../export-edge';
import { columnPairs } from './column-pair';
import { CsvRows } from './csv-rows';
import type { ExportSource } from '../export-edge';

const HEADERS = ['fromEntityFQN', 'fromEntityType', 'toEntityFQN', 'toEntityType', 'sqlQuery'];
const COLUMN_HEADERS = ['fromColumn', 'toColumn'];

/** Characters formatted at once: half a millisecond of work. */
const BLOCK = 65_536;

/**
 * The CSV of an export: its header, then one row per edge; with column lineage one row per column pair, and for an
 * edge without pairs one row with empty cells. Unless raw, no cell is a formula to a spreadsheet.
 */
export async function* csvText({ request, pages }: ExportSource): AsyncGenerator<string, void, undefined> {
  const { columnLineage, raw } = request;
  const rows = new CsvRows([...HEADERS, ...(columnLineage ? COLUMN_HEADERS : [])]);
  yield rows.first();
  for await (const { edges } of pages) {
    let text = '';
    for (const edge of edges) {
      for (const cells of cellsOf(edge, columnLineage, raw ? asItIs : neutralised)) text += rows.next(cells);
      if (text.length < BLOCK) continue;
      yield text;
      text = '';
      // Yields to other requests of this process.
      await setImmediate();
    }
    if (text) yield text;
    if (edges.length >= PAGE_EDGES) await setImmediate();
  }
  yield '\r\n';
}

const asItIs = (cell: string): string => cell;

function cellsOf(edge: ExportEdge, columnLineage: boolean, cell: (text: string) => string): string[][] {
  const { fromFqn, fromType, toFqn, toType, sqlQuery } = edge;
  const row = [cell(fromFqn), fromType, cell(toFqn), toType, sqlQuery === null ? '' : cell(sqlQuery)];
  if (!columnLineage) return [row];
  const pairs = edge.stored ? columnPairs(edge.stored) : [];
  if (pairs.length === 0) return [[...row, '', '']];
  return pairs.map(({ fromColumn, toColumn }) => [...row, cell(fromColumn), cell(toColumn)]);
}
