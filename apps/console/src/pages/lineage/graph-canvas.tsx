import '@xyflow/react/dist/base.css';
import { useComputedColorScheme } from '@mantine/core';
import { Background, Controls, MarkerType, MiniMap, Position, ReactFlow, type Edge, type Node } from '@xyflow/react';
import { useMemo, useRef } from 'react';
import type { Side } from '../../api/lineage';
import { isBroken } from '../../api/execution-status';
import { Failure, Loading } from '../../ui/states';
import { AssetCard, type AssetNode } from '../lineage-cards/asset-card';
import { CardActionsContext, type CardActions } from '../lineage-cards/card-actions';
import { FoldCard, type FoldNode } from '../lineage-cards/fold-card';
import { columnsOf } from './graph-data';
import { KeepView, type Anchor } from './keep-view';
import { FOLD_HEIGHT, heightOf, MANY_NODES, NODE_WIDTH } from './layout';
import { useLayout, type Drawn } from './use-layout';
import { useMoves } from './use-moves';
import { planOf, type Card, type Fold, type Visible } from '../lineage-view/visible';

interface CanvasProps {
  readonly visible: Visible;
  readonly states: ReadonlyMap<string, string>;
  /** Assets downstream of a contract that fails. */
  readonly lit: ReadonlySet<string>;
  readonly hasColumns: boolean;
  readonly actions: CardActions;
}

const NODE_TYPES = { asset: AssetCard, fold: FoldCard };
const NO_COLUMNS: ReadonlyMap<string, readonly string[]> = new Map();
const NOTHING: Visible = { nodes: [], folds: [], edges: [] };

/** The graph, left to right: what is downstream of a broken contract is lit. */
export function GraphCanvas({ visible, states, lit, hasColumns, actions }: CanvasProps) {
  const scheme = useComputedColorScheme('light');
  const frame = useRef<HTMLDivElement>(null);
  const anchor = useRef<Anchor>(undefined);
  const columns = useMemo(() => (hasColumns ? columnsOf(visible) : NO_COLUMNS), [visible, hasColumns]);
  const heights = useMemo(() => heightsOf(visible, columns), [visible, columns]);
  const { drawn, error, again } = useLayout(visible, heights);
  const nodes = useMemo(() => nodesOf(drawn, states, lit, columns), [drawn, states, lit, columns]);
  const plan = useMemo(() => planOf(drawn?.visible ?? NOTHING), [drawn]);
  const edges = useMemo(() => plan.edges.map(({ from, to }) => edgeBetween(from, to, lit)), [plan, lit]);
  const moves = useMoves(plan, drawn?.layout);
  const anchored = useMemo(
    (): CardActions => ({
      toggle: (side: Side, card: Card) => {
        anchor.current = { before: card.id, after: card.id };
        actions.toggle(side, card);
      },
      unfold: (fold: Fold, count: number) => {
        anchor.current = { before: fold.id, after: fold.hidden[0] ?? fold.of };
        actions.unfold(fold, count);
      },
    }),
    [actions],
  );
  if (error !== undefined) return <Failure error={error} retry={again} />;
  if (!drawn) return <Loading what="Drawing" />;
  return (
    <CardActionsContext value={anchored}>
      <ReactFlow
        {...moves}
        ref={frame}
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        colorMode={scheme}
        minZoom={0.02}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        elementsSelectable={false}
        onlyRenderVisibleElements
        proOptions={{ hideAttribution: false }}
      >
        <KeepView drawn={drawn} anchor={anchor} frame={frame} />
        <Background />
        <Controls showInteractive={false} fitViewOptions={{ ...FIT, nodes }} />
        {nodes.length <= MANY_NODES && (
          <MiniMap pannable zoomable ariaLabel="Overview of the graph" nodeStrokeWidth={8} />
        )}
      </ReactFlow>
    </CardActionsContext>
  );
}

/** No larger than texts elsewhere; a small margin leaves the room to the cards. */
const FIT = { maxZoom: 1, padding: '20px' } as const;

function heightsOf({ nodes, folds }: Visible, columns: ReadonlyMap<string, readonly string[]>): Map<string, number> {
  return new Map([
    ...nodes.map(({ id }) => [id, heightOf(columns.get(id)?.length ?? 0)] as const),
    ...folds.map(({ id }) => [id, FOLD_HEIGHT] as const),
  ]);
}

function nodesOf(
  drawn: Drawn | undefined,
  states: ReadonlyMap<string, string>,
  lit: ReadonlySet<string>,
  columns: ReadonlyMap<string, readonly string[]>,
): (AssetNode | FoldNode)[] {
  if (!drawn) return [];
  const { visible, heights, layout } = drawn;
  const names = new Map(visible.nodes.map(({ id, displayName, name }) => [id, displayName ?? name]));
  const placeOf = (id: string) => ({ id, position: layout.get(id) ?? { x: 0, y: 0 }, ...sizeOf(heights.get(id) ?? 0) });
  return [
    ...visible.nodes.map((card): AssetNode => ({
      ...placeOf(card.id),
      type: 'asset',
      data: {
        card,
        status: states.get(card.id),
        hasContract: states.has(card.id),
        isLit: lit.has(card.id),
        columns: columns.get(card.id) ?? [],
      },
    })),
    ...visible.folds.map((fold): FoldNode => ({
      ...placeOf(fold.id),
      type: 'fold',
      data: {
        fold,
        of: names.get(fold.of) ?? '',
        failing: fold.hidden.filter((id) => isBroken(states.get(id) ?? '')).length,
      },
    })),
  ];
}

/** Known before it is drawn: cards outside the view need not be drawn to be measured, nor to be fitted into the view. */
function sizeOf(height: number): Pick<Node, 'measured' | 'handles'> {
  const side = { width: 1, height: 1, y: height / 2 };
  return {
    measured: { width: NODE_WIDTH, height },
    handles: [
      { ...side, type: 'target', position: Position.Left, x: 0 },
      { ...side, type: 'source', position: Position.Right, x: NODE_WIDTH },
    ],
  };
}

function edgeBetween(from: string, to: string, lit: ReadonlySet<string>): Edge {
  const color = lit.has(from) ? 'var(--bad)' : 'var(--idle)';
  return {
    id: `${from} ${to}`,
    source: from,
    target: to,
    focusable: false,
    style: lit.has(from) ? { stroke: color, strokeWidth: 2 } : { stroke: color },
    markerEnd: { type: MarkerType.ArrowClosed, color },
  };
}
