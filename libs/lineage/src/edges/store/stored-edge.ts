import type { Reference } from '@app/catalog';
import type { ColumnMapping } from './edge-draft';
import type { LineageSource } from './lineage-source';

/** A stored edge, with the current names of its references. Nodes are bigint in decimal. */
export interface StoredEdge {
  readonly fromNode: string;
  readonly toNode: string;
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
  /** The node of the pipeline, even if the reader may not view it. */
  readonly pipelineNode: string | null;
  readonly pipeline: (Reference & { readonly ownerIds: readonly string[] }) | null;
  /** By path, only if both columns still exist. */
  readonly columns: readonly ColumnMapping[];
}
