import ELK from 'elkjs/lib/elk-api';
import workerUrl from 'elkjs/lib/elk-worker.min.js?url';
import type { Graph } from '../../api/lineage';
import { layoutByHop, type Layout } from './hop-layout';

/** Width of a card, as of `.graph-node`: the longest status fits beside the word Dashboard. */
export const NODE_WIDTH = 264;
export const HEAD_HEIGHT = 76;
/** Above this number of nodes ELK takes longer than anybody waits (2,000: minutes), and all cards at once can be neither read nor drawn. */
export const MANY_NODES = 300;
const COLUMN_HEIGHT = 20;

/** The height of a card with so many columns, in pixels. */
export const heightOf = (columns: number): number => HEAD_HEIGHT + columns * COLUMN_HEIGHT;

/** The engine computes in a worker: the page answers meanwhile. */
let engine: InstanceType<typeof ELK> | undefined;

/** Left to right, hop by hop. @param columns how many columns each node shows, by id */
export async function layoutOf(graph: Graph, columns: ReadonlyMap<string, number>): Promise<Layout> {
  if (graph.nodes.length > MANY_NODES)
    return layoutByHop(graph, { width: NODE_WIDTH, heightOf: (id) => heightOf(columns.get(id) ?? 0) });
  engine ??= new ELK({ workerFactory: () => new Worker(workerUrl) });
  const { children = [] } = await engine.layout({
    id: 'root',
    layoutOptions: {
      'elk.algorithm': 'layered',
      'elk.direction': 'RIGHT',
      'elk.spacing.nodeNode': '24',
      'elk.layered.spacing.nodeNodeBetweenLayers': '60',
      'elk.layered.thoroughness': '7',
      'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF',
      // Edges are drawn as curves from side to side: theirs need no ways of their own.
      'elk.edgeRouting': 'POLYLINE',
    },
    children: graph.nodes.map(({ id }) => ({
      id,
      width: NODE_WIDTH,
      height: heightOf(columns.get(id) ?? 0),
    })),
    edges: graph.edges.map(({ from, to }, at) => ({ id: `e${at}`, sources: [from], targets: [to] })),
  });
  return new Map(children.map(({ id, x = 0, y = 0 }) => [id, { x, y }]));
}
