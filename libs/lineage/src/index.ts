export { LineageModule } from './lineage.module';
export { AssetFinder } from './traversal/asset-finder';
export { LineageWalker } from './traversal/lineage-walker';
export { EXPORT_TYPES, LINEAGE_TYPES, type Asset } from './traversal/asset';
export { AssetColumns, columnPath, type PathsOfNodes } from './traversal/asset-columns';
export { edgeDigest, EdgeWriter } from './edges/edge-writer';
export { LINEAGE_SOURCES, type ColumnMapping, type EdgeDraft, type LineageSource } from './edges/stored-edge';
export { EdgeBulk, type BulkEdgeOutcome } from './edges/edge-bulk';
export { EdgeService } from './edges/edge.service';
export { SourceRemoval } from './edges/source-removal';
export { ADD_EDGE_SCHEMA, EDGE_SCHEMA, MOST_EDGES, MOST_PAIRS } from './edges/edge-schema';
export type { DetailsAnswer, EdgeAnswer } from './edges/edge-answer';
export { LineageGraph, MOST_HOPS, MOST_NODES, type GraphAnswer, type GraphRequest } from './graph/lineage-graph';
export { PathFinder, type PathAnswer } from './graph/path-finder';
export type { EdgeKey, EndKey } from './edges/edge-ends';
export { MOST_NEAR_HOPS } from './graph/near-statement';
export { Neighbourhood, type NeighbourhoodRequest } from './graph/neighbourhood';
export {
  DEFAULT_EXPORT_HOPS,
  EXPORT_FORMATS,
  ALL_HOPS,
  MOST_EXPORT_HOPS,
  type ExportRequest,
} from './export/export-request';
export { LineageExport, type ExportFile } from './export/lineage-export';
export { OthersServed } from './export/thread/others-served';
export { ImpactWalker, type ReachedAsset } from './traversal/impact-walker';
export { openLineageName } from './export/format/openlineage-text';
