import type { StoredEdge } from '../edges/stored-edge';
import type { ExportRequest, ExportEdge, ExportSource } from './export-request';

const REQUEST: ExportRequest = {
  type: 'table',
  fqn: 's.d.p.root',
  upstreamDepth: 1,
  downstreamDepth: 1,
  includeDeleted: false,
  format: 'csv',
  columnLineage: false,
  raw: false,
};

/** An edge between tables of these FQNs; node numbers are derived from the FQNs. */
export function edgeOf(fromFqn: string, toFqn: string, more: Partial<ExportEdge> = {}): ExportEdge {
  const node = (fqn: string): number => [...fqn].reduce((sum, sign) => (sum * 31 + sign.codePointAt(0)!) % 1e9, 7);
  const ends = { fromNode: node(fromFqn), toNode: node(toFqn), fromFqn, fromType: 'table', toFqn, toType: 'table' };
  return { ...ends, sqlQuery: null, ...more };
}

/** The same with all stored details. */
export function detailed(fromFqn: string, toFqn: string, more: Partial<StoredEdge> = {}): ExportEdge {
  const edge = edgeOf(fromFqn, toFqn);
  const reference = (fullyQualifiedName: string, node: number, type: string) => ({
    id: `00000000-0000-4000-8000-${String(node).padStart(12, '0')}`,
    type,
    name: fullyQualifiedName.split('.').at(-1) as string,
    fullyQualifiedName,
    deleted: false,
  });
  const stored: StoredEdge = {
    fromNode: String(edge.fromNode),
    toNode: String(edge.toNode),
    from: reference(fromFqn, edge.fromNode, 'table'),
    to: reference(toFqn, edge.toNode, 'table'),
    source: 'Manual',
    sqlQuery: null,
    description: null,
    details: {},
    createdAt: 1,
    createdBy: 'ada',
    updatedAt: 2,
    updatedBy: 'ada',
    pipelineNode: null,
    pipeline: null,
    columns: [],
    ...more,
  };
  return { ...edge, sqlQuery: stored.sqlQuery, stored };
}

/** An export of these edges, in pages of two. */
export function exportOf(edges: readonly ExportEdge[], request: Partial<ExportRequest> = {}): ExportSource {
  const root = { node: '1', id: 'i', type: 'table', name: 'root', fqn: REQUEST.fqn, ownerIds: [], deleted: false };
  async function* pages() {
    for (let from = 0; from < edges.length; from += 2)
      yield await Promise.resolve({ side: 'upstream' as const, hop: 1, edges: edges.slice(from, from + 2) });
  }
  return { root, request: { ...REQUEST, ...request }, pages: pages() };
}

export async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}
