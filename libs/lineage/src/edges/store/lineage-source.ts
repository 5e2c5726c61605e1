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
