/**
 * The types between which edges can be: the ten of the export, and charts, which the reference's ingestion hangs between
 * tables and dashboards.
 */
export const LINEAGE_TYPES: readonly string[] = [
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
  'chart',
];
