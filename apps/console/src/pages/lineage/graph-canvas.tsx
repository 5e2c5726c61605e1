import '@xyflow/react/dist/base.css';
import { useComputedColorScheme } from '@mantine/core';
import { Background, Controls, MiniMap, ReactFlow } from '@xyflow/react';
import { useMemo, useRef } from 'react';
import { Failure, Loading } from '../../ui/states';
import { AssetCard } from '../lineage-cards/asset-card';
import { CardActionsContext, type CardActions } from '../lineage-cards/card-actions';
import { FoldCard } from '../lineage-cards/fold-card';
import { edgesOf, nodesOf, type ColumnLists, type Shades } from './elements';
import { KeepView, type Anchor, type Target } from './keep-view';
import { MANY_NODES } from './layout';
import { useLayout } from './use-layout';
import { useMoves } from './use-moves';
import type { Visible } from '../lineage-view/visible';

interface CanvasProps {
  readonly visible: Visible;
  readonly lists: ColumnLists;
  readonly shades: Shades;
  readonly actions: CardActions;
  /** Another one brings the graph into view anew. */
  readonly fitting: string;
  /** A card that was searched for. */
  readonly target: Target | undefined;
}

/** Small beside the cards, some of which it hides. */
const MAP = { width: 140, height: 100 };
const NODE_TYPES = { asset: AssetCard, fold: FoldCard };

/** The graph, left to right: what is downstream of a broken contract is lit, and so is the path of a column. */
export function GraphCanvas({ visible, lists, shades, actions, fitting, target }: CanvasProps) {
  const scheme = useComputedColorScheme('light');
  const frame = useRef<HTMLDivElement>(null);
  const anchor = useRef<Anchor>(undefined);
  const { drawn, error, again } = useLayout(visible, lists);
  const nodes = useMemo(() => (drawn ? nodesOf(drawn, shades) : []), [drawn, shades]);
  const edges = useMemo(() => (drawn ? edgesOf(drawn, shades) : []), [drawn, shades]);
  const moves = useMoves(drawn);
  const anchored = useMemo(
    (): CardActions => ({
      toggle: (side, card) => {
        anchor.current = { before: card.id, after: card.id };
        actions.toggle(side, card);
      },
      unfold: (fold, count) => {
        anchor.current = { before: fold.id, after: fold.hidden[0] ?? fold.of };
        actions.unfold(fold, count);
      },
      list: (card, state) => {
        anchor.current = { before: card.id, after: card.id };
        actions.list(card, state);
      },
      choose: (card) => {
        anchor.current = { before: card.id, after: card.id };
        actions.choose(card);
      },
      chooseColumn: (card, column) => {
        anchor.current = { before: card.id, after: card.id, column };
        actions.chooseColumn(card, column);
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
        <KeepView drawn={drawn} fitting={fitting} anchor={anchor} target={target} frame={frame} />
        <Background />
        <Controls showInteractive={false} fitViewOptions={{ ...FIT, nodes }} />
        {nodes.length <= MANY_NODES && (
          <MiniMap pannable zoomable ariaLabel="Overview of the graph" nodeStrokeWidth={8} style={MAP} />
        )}
      </ReactFlow>
    </CardActionsContext>
  );
}

/** No larger than texts elsewhere; a small margin leaves the room to the cards. */
const FIT = { maxZoom: 1, padding: '20px' } as const;
