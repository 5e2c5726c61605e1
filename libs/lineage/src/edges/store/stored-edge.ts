import type { Reference } from '@app/catalog';
import type { ColumnMapping } from './edge-draft';
import type { LineageSource } from './lineage-source';

/** An edge as it is stored, with what it names as that is called now. Nodes are bigint in decimal. */
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
  /** Its node, whether the reader may view it or not. */
  readonly pipelineNode: string | null;
  readonly pipeline: (Reference & { readonly ownerIds: readonly string[] }) | null;
  /** By paths, and only where both columns are there still. */
  readonly columns: readonly ColumnMapping[];
}
