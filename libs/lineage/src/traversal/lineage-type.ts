/** The ten types of the interface: what an export can be asked of. */
export const EXPORT_TYPES = [
  'table',
  'dashboard',
  'pipeline',
  'topic',
  'mlmodel',
  'container',
  'searchIndex',
  'storedProcedure',
  'dashboardDataModel',
  'apiEndpoint',
] as const;

/**
 * The types between which edges can be: the ten of the export, and charts, which the reference's ingestion hangs between
 * tables and dashboards.
 */
export const LINEAGE_TYPES: readonly string[] = [...EXPORT_TYPES, 'chart'];
