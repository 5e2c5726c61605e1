import type { PreparedStatement } from '@app/database';
import { nodeText } from '../traversal/walk';
import { keysOf, type EdgeKeys, type QueuedPage } from './edge-queue';
import type { EdgePage, ExportEdge } from './export-request';
import { EDGES_BY_ENDS, LONG_EDGES_BY_ENDS, type HopEdge } from './hop-edges';

/** Edges read at once where each may have SQL of any length, or all its columns. */
const WITH_DETAILS = 50;

interface StatementSource {
  read<Row extends object>(statement: PreparedStatement, values: readonly unknown[]): Promise<Row[]>;
}

/**
 * Reads edges with everything that an export includes: those that still exist, in the order of their ends. `from` and
 * `to` are parallel, in PostgreSQL's text form of `bigint[]`.
 */
export type ReadDetails = (from: string, to: string) => Promise<readonly ExportEdge[]>;

/**
 * The pages of a scan with the data that it omitted. A page is read on demand; no connection is used between two.
 * Edges that were deleted meanwhile are omitted.
 *
 * @param details if the export needs all stored details of each edge
 */
export async function* edgePages(
  pages: AsyncIterable<QueuedPage> | Iterable<QueuedPage>,
  source: StatementSource,
  details?: ReadDetails,
): AsyncGenerator<EdgePage, void, undefined> {
  for await (const page of pages) {
    const { side, hop } = page;
    for await (const edges of details ? inParts(keysOf(page), details) : plainEdges(page, source))
      if (edges.length) yield { side, hop, edges };
  }
}

async function* plainEdges(page: QueuedPage, source: StatementSource): AsyncGenerator<readonly ExportEdge[]> {
  const edges =
    'edges' in page ? page.edges : await source.read<HopEdge>(EDGES_BY_ENDS, [nodeText(page.from), nodeText(page.to)]);
  if (!edges.some(({ isLong }) => isLong)) return yield edges;
  const keys = keysOf({ ...page, edges });
  yield* inParts(keys, (from, to) => source.read<HopEdge>(LONG_EDGES_BY_ENDS, [from, to]));
}

async function* inParts({ from, to }: EdgeKeys, read: ReadDetails): AsyncGenerator<readonly ExportEdge[]> {
  for (let i = 0; i < from.length; i += WITH_DETAILS) {
    const [some, others] = [from, to].map((nodes) => nodeText(nodes.subarray(i, i + WITH_DETAILS)));
    yield await read(some as string, others as string);
  }
}
