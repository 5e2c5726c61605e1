/** Who says that an edge is there. The reference's list. */
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
