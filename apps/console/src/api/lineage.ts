import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answerOf, api, type Schemas } from './service/client';
import { documentsOf } from './searches';

export type GraphNode = Schemas['LineageNode'] & {
  /** Negative upstream, 0 for the asset itself. */
  readonly hop: number;
};

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly columns: readonly { readonly from: readonly string[]; readonly to: string }[];
}

export interface Graph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  /** Whether there is more than is shown. */
  readonly isCut: boolean;
}

/** A larger picture is unreadable; exports contain all. */
const MOST_NODES = 2_000;

type AssetType = Schemas['LineageNode']['type'];

/** Upstream and downstream assets, so many hops to each side. */
export const graphQuery = (type: string, fqn: string, depth: number) =>
  queryOptions({
    queryKey: ['lineage', type, fqn, depth],
    queryFn: async ({ signal }): Promise<Graph> => {
      const query = { type: type as NonNullable<AssetType>, fqn, depth, nodes: MOST_NODES, columns: true };
      const { entity, nodes, edges, paging } = await answerOf(
        api.GET('/api/v1/lineage/graph', { params: { query }, signal }),
      );
      return {
        nodes: [
          { ...entity, hop: 0 },
          ...nodes.map((node) => ({ ...node, hop: node.direction === 'upstream' ? -node.hop : node.hop })),
        ],
        edges: edges.map(({ fromEntity, toEntity, lineageDetails }) => ({
          from: fromEntity,
          to: toEntity,
          columns: (lineageDetails.columnsLineage ?? []).map(({ fromColumns = [], toColumn = '' }) => ({
            from: fromColumns,
            to: toColumn,
          })),
        })),
        isCut: paging.after !== undefined,
      };
    },
    placeholderData: keepPreviousData,
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
