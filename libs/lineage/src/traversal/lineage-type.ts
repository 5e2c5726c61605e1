/** The ten asset types that can be exported. */
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
 * The types that can have edges: the ten of the export, and charts, which the reference's ingestion places between
 * tables and dashboards.
 */
export const LINEAGE_TYPES: readonly string[] = [...EXPORT_TYPES, 'chart'];
