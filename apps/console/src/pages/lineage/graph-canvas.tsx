import '@xyflow/react/dist/base.css';
import { useComputedColorScheme } from '@mantine/core';
import {
  Background,
  Controls,
  Handle,
  MarkerType,
  Position,
  ReactFlow,
  useReactFlow,
  useStore,
  type NodeProps,
  type FitViewOptions,
  type Node,
} from '@xyflow/react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { typeLabel } from '../../api/entity-types';
import type { Graph, GraphNode } from '../../api/lineage';
import { Icon } from '../../ui/icon';
import { EntityLink } from '../../ui/link';
import { Failure, Loading } from '../../ui/states';
import { lookOf, Status } from '../../ui/status';
import { columnsOf, reachedByFailures } from './graph-data';
import type { Layout } from './hop-layout';
import { useMoves } from './use-moves';
import { HEAD_HEIGHT, heightOf, layoutOf, MANY_NODES, NODE_WIDTH } from './layout';

interface CanvasProps {
  readonly graph: Graph;
  readonly states: ReadonlyMap<string, string>;
  readonly hasColumns: boolean;
}

type AssetNode = Node<{
  readonly asset: GraphNode;
  readonly status: string | undefined;
  readonly hasContract: boolean;
  readonly isLit: boolean;
  readonly columns: readonly string[];
}>;

const NODE_TYPES = { asset: AssetCard };
const NO_COLUMNS: ReadonlyMap<string, readonly string[]> = new Map();

/** The graph, left to right: what is downstream of a broken contract is lit. */
export function GraphCanvas({ graph, states, hasColumns }: CanvasProps) {
  const scheme = useComputedColorScheme('light');
  const columns = useMemo(() => (hasColumns ? columnsOf(graph) : NO_COLUMNS), [graph, hasColumns]);
  const layout = useQuery({
    queryKey: ['layout', graph, hasColumns],
    queryFn: () => layoutOf(graph, new Map([...columns].map(([id, names]) => [id, names.length]))),
    staleTime: Infinity,
    gcTime: 0,
  });
  const lit = useMemo(() => reachedByFailures(graph, states), [graph, states]);
  const nodes = useMemo(
    () =>
      graph.nodes.map((asset): AssetNode => ({
        id: asset.id,
        type: 'asset',
        ...placeOf(columns.get(asset.id)?.length ?? 0),
        position: { ...(layout.data?.get(asset.id) ?? { x: 0, y: 0 }) },
        data: {
          asset,
          status: states.get(asset.id),
          hasContract: states.has(asset.id),
          isLit: lit.has(asset.id),
          columns: columns.get(asset.id) ?? [],
        },
      })),
    [graph, layout.data, states, lit, columns],
  );
  const edges = useMemo(
    () =>
      graph.edges.map(({ from, to }) => ({
        id: `${from} ${to}`,
        source: from,
        target: to,
        focusable: false,
        style: lit.has(from) ? { stroke: 'var(--bad)', strokeWidth: 2 } : { stroke: 'var(--idle)' },
        markerEnd: { type: MarkerType.ArrowClosed, color: lit.has(from) ? 'var(--bad)' : 'var(--idle)' },
      })),
    [graph, lit],
  );
  const moves = useMoves(graph, layout.data);
  if (layout.error) return <Failure error={layout.error} retry={layout.refetch} />;
  if (!layout.data) return <Loading what="Drawing" />;
  return (
    <ReactFlow
      {...moves}
      key={`${graph.nodes.length} ${hasColumns}`}
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
      <FitAfterLayout graph={graph} layout={layout.data} />
      <Background />
      <Controls showInteractive={false} fitViewOptions={{ ...FIT, nodes }} />
    </ReactFlow>
  );
}

/** Known before it is drawn: cards outside the view need not be drawn to be measured, nor to be fitted into the view. */
function placeOf(columns: number): Pick<AssetNode, 'measured' | 'handles'> {
  const height = heightOf(columns);
  const side = { width: 1, height: 1, y: height / 2 };
  return {
    measured: { width: NODE_WIDTH, height },
    handles: [
      { ...side, type: 'target', position: Position.Left, x: 0 },
      { ...side, type: 'source', position: Position.Right, x: NODE_WIDTH },
    ],
  };
}

/** No larger than texts elsewhere; a small margin leaves the room to the cards. */
const FIT = { maxZoom: 1, padding: '20px' } as const;

/**
 * Fits the view to each layout, once the pane has a size. The fit at the start comes before that and is lost where no card lies in the
 * first window: a card outside the view is not drawn, and nothing else asks again.
 */
function FitAfterLayout({ graph, layout }: { readonly graph: Graph; readonly layout: Layout }) {
  const { fitView } = useReactFlow();
  const hasSize = useStore(({ panZoom, width, height }) => panZoom !== null && width > 0 && height > 0);
  useEffect(() => {
    if (hasSize) void fitView(viewOf(graph, layout));
  }, [fitView, hasSize, graph, layout]);
  return null;
}

/** All of a small graph; of a large one the asset that it is about, at a size that can be read. */
function viewOf({ nodes }: Graph, layout: Layout): FitViewOptions {
  const shown = nodes.length > MANY_NODES ? nodes.filter(({ hop }) => hop === 0) : nodes;
  return { ...FIT, nodes: shown.filter(({ id }) => layout.has(id)) };
}

/** Below this zoom nothing of a card can be read. */
const READABLE_ZOOM = 0.3;

function AssetCard({ data: { asset, status, hasContract, isLit, columns } }: NodeProps<AssetNode>) {
  const { type = 'table', name, displayName, fullyQualifiedName, hop } = asset;
  const look = `graph-node${hop === 0 ? ' graph-node-centre' : ''}${isLit ? ' graph-node-lit' : ''}`;
  const isReadable = useStore(({ transform: [, , zoom] }) => zoom >= READABLE_ZOOM);
  if (!isReadable) {
    return (
      <div className={look} title={fullyQualifiedName} style={{ height: HEAD_HEIGHT }}>
        <Handle type="target" position={Position.Left} isConnectable={false} style={{ opacity: 0 }} />
        {hasContract && (
          <span className={`graph-state tone-${lookOf(status).tone}`}>
            <Icon name={lookOf(status).icon} size={44} />
          </span>
        )}
        <Handle type="source" position={Position.Right} isConnectable={false} style={{ opacity: 0 }} />
      </div>
    );
  }
  return (
    <div className={look} title={fullyQualifiedName}>
      <Handle type="target" position={Position.Left} isConnectable={false} style={{ opacity: 0 }} />
      <EntityLink type={String(type)} fqn={fullyQualifiedName}>
        {displayName ?? name}
      </EntityLink>
      <div className="row row-apart" style={{ flexWrap: 'nowrap' }}>
        <span className="dimmed small" title={typeLabel(String(type))}>
          {typeLabel(String(type))}
        </span>
        {hasContract ? <Status of={status} /> : <span className="dimmed small">no contract</span>}
      </div>
      {columns.length > 0 && (
        <ul style={{ margin: 0, padding: '4px 0 0', listStyle: 'none', borderTop: '1px solid var(--line)' }}>
          {columns.map((column) => (
            <li key={column} className="mono" style={{ lineHeight: '20px' }} title={column}>
              {column}
            </li>
          ))}
        </ul>
      )}
      <Handle type="source" position={Position.Right} isConnectable={false} style={{ opacity: 0 }} />
    </div>
  );
}
