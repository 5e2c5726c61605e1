import type { EXPORT_TYPES } from '../traversal/lineage-type';

export const EXPORT_FORMATS = ['csv', 'json', 'graphml', 'dot', 'mermaid', 'openlineage'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Hops to one side at most, and where nothing is said. */
export const MOST_EXPORT_HOPS = 3;
export const DEFAULT_EXPORT_HOPS = 1;
/** To where the graph ends. */
export const ALL_HOPS = Infinity;

/** As a request says it. */
export function hopsWord(hops: number): number | 'all' {
  return hops === ALL_HOPS ? 'all' : hops;
}

export interface ExportRequest {
  readonly type: (typeof EXPORT_TYPES)[number];
  readonly fqn: string;
  /** Hops, 0 to `MOST_EXPORT_HOPS`, or `ALL_HOPS`; 0 leaves the side out. */
  readonly upstreamDepth: number;
  readonly downstreamDepth: number;
  /** false: a deleted node hides what lies behind it, and a deleted root is not found. */
  readonly includeDeleted: boolean;
  readonly format: ExportFormat;
  /** Also which columns come from which; JSON and OpenLineage always say so. */
  readonly columnLineage: boolean;
  /** CSV cells as they are; otherwise those that a spreadsheet would run get a leading apostrophe. */
  readonly raw: boolean;
}
