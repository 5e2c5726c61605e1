export const EXPORT_FORMATS = ['csv', 'json', 'graphml', 'dot', 'mermaid', 'openlineage'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Maximum and default number of hops per side. */
export const MOST_EXPORT_HOPS = 3;
export const DEFAULT_EXPORT_HOPS = 1;
/** No limit on hops. */
export const ALL_HOPS = Infinity;

/** The number of hops as written in a request. */
export function hopsWord(hops: number): number | 'all' {
  return hops === ALL_HOPS ? 'all' : hops;
}

export interface ExportRequest {
  readonly type: string;
  readonly fqn: string;
  /** Hops, 0 to `MOST_EXPORT_HOPS`, or `ALL_HOPS`; 0 omits the side. */
  readonly upstreamDepth: number;
  readonly downstreamDepth: number;
  /** false: a deleted node hides the nodes behind it, and a deleted root is not found. */
  readonly includeDeleted: boolean;
  readonly format: ExportFormat;
  /** Whether to include column mappings; JSON and OpenLineage always include them. */
  readonly columnLineage: boolean;
  /**
   * Whether CSV cells are unmodified; otherwise cells that a spreadsheet would interpret as formulas get a leading
   * apostrophe.
   */
  readonly raw: boolean;
}
