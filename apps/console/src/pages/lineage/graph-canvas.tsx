import '@xyflow/react/dist/base.css';
import { useComputedColorScheme } from '@mantine/core';
import {
  Background,
  Controls,
  Handle,
  MarkerType,
  Position,
  ReactFlow,
  type NodeProps,
  type Node,
} from '@xyflow/react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { typeLabel } from '../../api/entity-types';
import type { Graph, GraphNode } from '../../api/lineage';
import { EntityLink } from '../../ui/link';
import { Failure, Loading } from '../../ui/states';
import { Status } from '../../ui/status';
import { columnsOf, reachedByFailures } from './graph-data';
import { layoutOf } from './layout';

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
  if (layout.error) return <Failure error={layout.error} retry={layout.refetch} />;
  if (!layout.data) return <Loading what="Drawing" />;
  return (
    <ReactFlow
      key={`${graph.nodes.length} ${hasColumns}`}
      nodes={nodes}
      edges={edges}
      nodeTypes={NODE_TYPES}
      colorMode={scheme}
      fitView
      fitViewOptions={{ maxZoom: 1, padding: 0.15 }}
      minZoom={0.02}
      nodesDraggable={false}
      nodesConnectable={false}
      nodesFocusable={false}
      elementsSelectable={false}
      onlyRenderVisibleElements
      proOptions={{ hideAttribution: false }}
    >
      <Background />
      <Controls showInteractive={false} />
    </ReactFlow>
  );
}

function AssetCard({ data: { asset, status, hasContract, isLit, columns } }: NodeProps<AssetNode>) {
  const { type = 'table', name, displayName, fullyQualifiedName, hop } = asset;
  const look = `graph-node${hop === 0 ? ' graph-node-centre' : ''}${isLit ? ' graph-node-lit' : ''}`;
  return (
    <div className={look} title={fullyQualifiedName}>
      <Handle type="target" position={Position.Left} isConnectable={false} style={{ opacity: 0 }} />
      <EntityLink type={String(type)} fqn={fullyQualifiedName}>
        {displayName ?? name}
      </EntityLink>
      <div className="row row-apart" style={{ flexWrap: 'nowrap' }}>
        <span className="dimmed small">{typeLabel(String(type))}</span>
        {hasContract ? <Status of={status} /> : <span className="dimmed small">no contract</span>}
      </div>
      {columns.length > 0 && (
        <ul style={{ margin: 0, padding: '4px 0 0', listStyle: 'none', borderTop: '1px solid var(--line)' }}>
          {columns.map((column) => (
            <li key={column} className="mono" style={{ lineHeight: '20px' }}>
              {column}
            </li>
          ))}
        </ul>
      )}
      <Handle type="source" position={Position.Right} isConnectable={false} style={{ opacity: 0 }} />
    </div>
  );
}
