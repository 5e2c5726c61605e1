import ELK from 'elkjs/lib/elk-api';
import workerUrl from 'elkjs/lib/elk-worker.min.js?url';
import { CARD_GAP, layoutByHop, type Layout, type Plan } from './hop-layout';

/** Width of a card, as of `.graph-node`: the longest status fits beside the word Dashboard. */
export const NODE_WIDTH = 264;
export const HEAD_HEIGHT = 76;
export const FOLD_HEIGHT = 84;
/** Above this number of nodes ELK takes longer than anybody waits (2,000: minutes), and all cards at once can be neither read nor drawn. */
export const MANY_NODES = 300;
/** The smallest text of a card, of 12 pixels, is at least 9 pixels high at this zoom. */
export const LEAST_ZOOM = 0.8;
/** Height of a row of a list, which can be pressed also at the least zoom. */
export const ROW_HEIGHT = 30;

/** The height of a card with so many rows below its head, in pixels. */
export const heightOf = (rows: number): number => HEAD_HEIGHT + rows * ROW_HEIGHT;

/** The engine computes in a worker: the page answers meanwhile. */
let engine: InstanceType<typeof ELK> | undefined;

/** Left to right, hop by hop. @param heightOf the height of each card, by id */
export async function layoutOf({ nodes, edges }: Plan, heightOf: (id: string) => number): Promise<Layout> {
  if (nodes.length > MANY_NODES) return layoutByHop({ nodes, edges }, { width: NODE_WIDTH, heightOf });
  engine ??= new ELK({ workerFactory: () => new Worker(workerUrl) });
  const { children = [] } = await engine.layout({
    id: 'root',
    layoutOptions: {
      'elk.algorithm': 'layered',
      'elk.direction': 'RIGHT',
      'elk.spacing.nodeNode': '24',
      'elk.layered.spacing.nodeNodeBetweenLayers': String(CARD_GAP),
      'elk.layered.thoroughness': '7',
      'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF',
      // Cards keep their order when others come: what is folded stays below its fan.
      'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
      // Edges are drawn as curves from side to side: theirs need no ways of their own.
      'elk.edgeRouting': 'POLYLINE',
    },
    children: nodes.map(({ id }) => ({ id, width: NODE_WIDTH, height: heightOf(id) })),
    edges: edges.map(({ from, to }, at) => ({ id: `e${at}`, sources: [from], targets: [to] })),
  });
  return new Map(children.map(({ id, x = 0, y = 0 }) => [id, { x, y }]));
}
