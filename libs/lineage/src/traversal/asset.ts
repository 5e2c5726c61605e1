import { entityTypes } from '@app/catalog';

/** An asset that can have edges, with the fields that lineage statements need. */
export interface Asset {
  /** bigint in decimal */
  readonly node: string;
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly fqn: string;
  /** Owners of the asset, otherwise of its nearest ancestor that has owners. */
  readonly ownerIds: readonly string[];
  readonly deleted: boolean;
}

/** The asset types that can be exported. */
export const EXPORT_TYPES: readonly string[] = entityTypes.having('exportable');

/** The types that can have edges: those of the export, and charts, which ingestion puts between tables and dashboards. */
export const LINEAGE_TYPES: readonly string[] = entityTypes.having('lineage');

/** The types that can produce an edge. */
export const PRODUCER_TYPES: readonly string[] = entityTypes.having('process');
