import type { Graph, GraphEdge, GraphNode, ReadGraph, Side } from '../../api/lineage';
import { addTo } from '../lineage/graph-data';

export const SIDES = ['upstream', 'downstream'] as const;

/** One side of a card: what is expanded, collapsed or folded there. */
export const sideOf = (side: Side, id: string): string => `${side} ${id}`;

export const edgeOf = (from: string, to: string): string => `${from} ${to}`;

/** Lineage that has been read so far, shown or not. */
export interface Known {
  readonly root: GraphNode;
  readonly nodes: ReadonlyMap<string, GraphNode>;
  readonly edges: readonly GraphEdge[];
  readonly next: Readonly<Record<Side, ReadonlyMap<string, readonly string[]>>>;
  /** Sides, as `sideOf` names them, of which all neighbours are known. */
  readonly whole: ReadonlySet<string>;
}

/** The neighbours of an asset that were asked for. */
export interface Neighbours {
  readonly id: string;
  readonly side: Side;
  readonly graph: ReadGraph;
}

/** @param beside graphs whose cards can be shown, and of whose sides nothing is known */
export function knownOf(base: ReadGraph, asked: readonly Neighbours[], beside: readonly Graph[] = []): Known {
  const [root] = base.nodes;
  if (!root) throw new Error('A lineage has the asset that it begins at');
  const graphs = [base, ...asked.map(({ graph }) => graph), ...beside];
  const edges = new Map<string, GraphEdge>();
  for (const graph of graphs) for (const edge of graph.edges) edges.set(edgeOf(edge.from, edge.to), edge);
  const next = { upstream: new Map<string, string[]>(), downstream: new Map<string, string[]>() };
  for (const { from, to } of edges.values()) {
    addTo(next.downstream, from, to);
    addTo(next.upstream, to, from);
  }
  return {
    root,
    nodes: new Map(graphs.flatMap(({ nodes }) => nodes.map((node) => [node.id, node] as const))),
    edges: [...edges.values()],
    next,
    whole: new Set([
      ...wholeSides(base, SIDES),
      ...asked.flatMap(({ id, side, graph }) => [sideOf(side, id), ...wholeSides(graph, [side])]),
    ]),
  };
}

/** Away from where it begins, each asset of a part that is not cut has its neighbours, but for those of the outermost hop. */
function wholeSides({ nodes, depth, isCut }: ReadGraph, sides: readonly Side[]): string[] {
  if (isCut) return [];
  return nodes.flatMap(({ id, hop }) =>
    sides.flatMap((side) => {
      const distance = side === 'upstream' ? -hop : hop;
      return distance >= 0 && distance < depth ? [sideOf(side, id)] : [];
    }),
  );
}

const shownName = ({ displayName, name }: GraphNode): string => displayName ?? name;

/** Ids of the assets whose name has the text in it, in any case: nearest first, then by name. */
export function hitsIn({ nodes }: Known, text: string): string[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  const isHit = (node: GraphNode): boolean =>
    [node.name, shownName(node)].some((name) => name.toLowerCase().includes(wanted));
  return [...nodes.values()]
    .filter(isHit)
    .sort((a, b) => Math.abs(a.hop) - Math.abs(b.hop) || shownName(a).localeCompare(shownName(b)))
    .map(({ id }) => id);
}
