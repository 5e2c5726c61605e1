import ELK from 'elkjs/lib/elk-api';
import workerUrl from 'elkjs/lib/elk-worker.min.js?url';
import type { Graph } from '../../api/lineage';

export const NODE_WIDTH = 240;
const HEAD_HEIGHT = 76;
const COLUMN_HEIGHT = 20;

/** Places of nodes by id, of their upper left corner, in pixels. */
export type Layout = ReadonlyMap<string, { readonly x: number; readonly y: number }>;

/** The engine computes in a worker: the page answers meanwhile. */
let engine: InstanceType<typeof ELK> | undefined;

/** Left to right, hop by hop. @param columns how many columns each node shows, by id */
export async function layoutOf(graph: Graph, columns: ReadonlyMap<string, number>): Promise<Layout> {
  engine ??= new ELK({ workerFactory: () => new Worker(workerUrl) });
  const { children = [] } = await engine.layout({
    id: 'root',
    layoutOptions: {
      'elk.algorithm': 'layered',
      'elk.direction': 'RIGHT',
      'elk.spacing.nodeNode': '24',
      'elk.layered.spacing.nodeNodeBetweenLayers': '90',
      'elk.layered.thoroughness': graph.nodes.length > 300 ? '1' : '7',
      'elk.layered.nodePlacement.strategy': graph.nodes.length > 300 ? 'SIMPLE' : 'BRANDES_KOEPF',
    },
    children: graph.nodes.map(({ id }) => ({
      id,
      width: NODE_WIDTH,
      height: HEAD_HEIGHT + (columns.get(id) ?? 0) * COLUMN_HEIGHT,
    })),
    edges: graph.edges.map(({ from, to }, at) => ({ id: `e${at}`, sources: [from], targets: [to] })),
  });
  return new Map(children.map(({ id, x = 0, y = 0 }) => [id, { x, y }]));
}
