import { entityTypes } from '@app/catalog';

/** The asset types that can be exported. */
export const EXPORT_TYPES: readonly string[] = entityTypes.having('exportable');

/** The types that can have edges: those of the export, and charts, which ingestion places between tables and dashboards. */
export const LINEAGE_TYPES: readonly string[] = entityTypes.having('lineage');

/** The types that can produce an edge. */
export const PRODUCER_TYPES: readonly string[] = entityTypes.having('process');
