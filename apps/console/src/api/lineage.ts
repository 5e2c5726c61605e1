import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answerOf, api, type Schemas } from './service/client';
import { documentsOf } from './searches';

export type GraphNode = Schemas['LineageNode'] & {
  /** Negative upstream, 0 for the asset itself. */
  readonly hop: number;
};

export interface ColumnPair {
  readonly from: readonly string[];
  readonly to: string;
  /** How the target is derived. */
  readonly function?: string | undefined;
}

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly columns: readonly ColumnPair[];
  readonly description?: string | undefined;
}

export interface Graph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  /** Whether there is more than is shown. */
  readonly isCut: boolean;
}

/** A part of the lineage as the API has answered it. */
export interface ReadGraph extends Graph {
  /** Hops that were followed. */
  readonly depth: number;
}

export type Side = 'upstream' | 'downstream';

/** A larger picture is unreadable; exports contain all. */
const MOST_NODES = 2_000;
/** The API follows no more hops. */
const MOST_DEPTH = 100;

type AssetType = NonNullable<Schemas['LineageNode']['type']>;
type GraphParameters = { readonly type: string; readonly depth: number } & (
  { readonly fqn: string } | { readonly id: string; readonly direction?: Side }
);

async function readGraph({ type, ...asked }: GraphParameters, signal: AbortSignal): Promise<ReadGraph> {
  const query = { ...asked, type: type as AssetType, nodes: MOST_NODES, columns: true, counts: false };
  const { entity, nodes, edges, paging } = await answerOf(
    api.GET('/api/v1/lineage/graph', { params: { query }, signal }),
  );
  return {
    nodes: [
      { ...entity, hop: 0 },
      ...nodes.map((node) => ({ ...node, hop: node.direction === 'upstream' ? -node.hop : node.hop })),
    ],
    edges: edges.map(({ fromEntity, toEntity, description, lineageDetails }) => ({
      from: fromEntity,
      to: toEntity,
      description: description ?? lineageDetails.description,
      columns: (lineageDetails.columnsLineage ?? []).map(({ fromColumns = [], toColumn = '', function: by }) => ({
        from: fromColumns,
        to: toColumn,
        function: by,
      })),
    })),
    depth: asked.depth,
    isCut: paging.after !== undefined,
  };
}

/** With one hop more than is shown: so the outermost cards know their neighbours. Where that is too much, without. */
async function readAround(asked: GraphParameters, signal: AbortSignal): Promise<ReadGraph> {
  const depth = Math.min(asked.depth + 1, MOST_DEPTH);
  const wide = await readGraph({ ...asked, depth }, signal);
  return wide.isCut && depth > asked.depth ? readGraph(asked, signal) : wide;
}

/** Upstream and downstream assets, so many levels to each side and what lies next to them. */
export const graphQuery = (type: string, fqn: string, levels: number) =>
  queryOptions({
    queryKey: ['lineage', type, fqn, levels],
    queryFn: ({ signal }) => readAround({ type, fqn, depth: levels }, signal),
    placeholderData: keepPreviousData,
  });

/** The neighbours of an asset on one side, and what lies next to them. */
export const neighboursQuery = (side: Side, type: string, id: string) =>
  queryOptions({
    queryKey: ['lineage', 'neighbours', side, type, id],
    queryFn: ({ signal }) => readAround({ type, id, direction: side, depth: 1 }, signal),
  });

/** All that an asset is made of and all that is made of it, with its columns. */
export const wholeGraphQuery = (type: string, id: string) =>
  queryOptions({
    queryKey: ['lineage', 'whole', type, id],
    queryFn: ({ signal }) => readGraph({ type, id, depth: MOST_DEPTH }, signal),
  });

/** The latest status of the contracts of assets, by the id of the asset; '' for a contract without a result. */
export const contractStatesQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['contracts', 'states', ids],
    queryFn: async ({ signal }) => {
      const found = await documentsOf(ids, 'contract.name:*', 'id,contract', signal);
      return new Map(found.flatMap(({ id, contract }) => (contract ? [[id, contract.latestStatus ?? '']] : [])));
    },
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });

/** The formats of an export: what each is for, and how its files end. */
export const EXPORT_FORMATS = [
  { format: 'csv', label: 'CSV, for spreadsheets', ending: 'csv' },
  { format: 'json', label: 'JSON, with every detail', ending: 'json' },
  { format: 'graphml', label: 'GraphML, for graph editors', ending: 'graphml' },
  { format: 'dot', label: 'DOT, for Graphviz', ending: 'dot' },
  { format: 'mermaid', label: 'Mermaid, for Markdown', ending: 'mmd' },
  { format: 'openlineage', label: 'OpenLineage events (JSON)', ending: 'openlineage.json' },
] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];
