import type { Reference } from '@app/catalog';

/** The nodes of an edge; bigint in decimal. */
export interface EdgeNodes {
  readonly fromNode: string;
  readonly toNode: string;
}

export const keyOfNodes = ({ fromNode, toNode }: EdgeNodes): string => `${fromNode} ${toNode}`;

/** A stored edge, with the current names of its references. */
export interface StoredEdge extends EdgeNodes {
  readonly from: Reference;
  readonly to: Reference;
  readonly source: LineageSource;
  readonly sqlQuery: string | null;
  readonly description: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly createdAt: number;
  readonly createdBy: string;
  readonly updatedAt: number;
  readonly updatedBy: string;
  /** eventTime of the newest event that showed it; null where its source is another one, absent behind a write. */
  readonly lastSeenAt?: number | null;
  /** The node of the pipeline, even if the reader may not view it. */
  readonly pipelineNode: string | null;
  readonly pipeline: Reference | null;
  /** By path, only if both columns still exist. */
  readonly columns: readonly ColumnMapping[];
}

/**
 * Columns of the source asset from which one column of the target asset is derived; each by its path inside its
 * asset, as `struct.field`.
 */
export interface ColumnMapping {
  readonly fromColumns: readonly string[];
  readonly toColumn: string;
  /** The transformation, as described by the sender. */
  readonly function?: string;
}

/** Content of an edge: how its target is made of its source. Nodes are bigint in decimal. */
export interface EdgeSaying {
  readonly source: LineageSource;
  /** The node of the pipeline or stored procedure that produces it. */
  readonly pipeline?: string;
  readonly sqlQuery?: string;
  /** Description of the edge; that of its details is in `details`. */
  readonly description?: string;
  /** Other fields of its details, stored as sent. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly columns: readonly ColumnMapping[];
}

/** An edge to be stored: everything that it names is resolved. */
export type EdgeDraft = EdgeSaying & EdgeNodes;

/** An edge to be stored between two ids, each of one of the types. Which assets these are, the statement that stores it finds out. */
export interface EdgeDraftById extends EdgeSaying {
  readonly fromId: string;
  readonly toId: string;
  readonly fromTypes: readonly string[];
  readonly toTypes: readonly string[];
}

/** The source of an edge. The same list as in the reference service. */
export const LINEAGE_SOURCES = [
  'Manual',
  'ViewLineage',
  'QueryLineage',
  'PipelineLineage',
  'DashboardLineage',
  'DbtLineage',
  'SparkLineage',
  'OpenLineage',
  'ExternalTableLineage',
  'CrossDatabaseLineage',
  'ChildAssets',
] as const;

export type LineageSource = (typeof LINEAGE_SOURCES)[number];
