import type { Asset } from '../traversal/asset';
import type { StoredEdge } from '../edges/stored-edge';
import type { Side } from '../traversal/walk';

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

/** The data of an edge that every format needs. */
export interface ExportEdge {
  readonly fromNode: number;
  readonly toNode: number;
  readonly fromFqn: string;
  readonly fromType: string;
  readonly toFqn: string;
  readonly toType: string;
  readonly sqlQuery: string | null;
  /** All stored details, if the format needs them. */
  readonly stored?: StoredEdge;
}

/** Where a traversal found its edges. */
export interface Place {
  readonly side: Side;
  /** 1 for the edges at the root. */
  readonly hop: number;
}

/** Edges of one hop, in order. */
export interface EdgePage extends Place {
  readonly edges: readonly ExportEdge[];
}

/** Edges that are read, formatted and sent at once: other requests wait two milliseconds for them at most. */
export const PAGE_EDGES = 500;

/** Input of an export format. */
export interface ExportSource {
  readonly root: Asset;
  readonly request: ExportRequest;
  readonly pages: AsyncIterable<EdgePage>;
}

/** Generates the text of an export, piece by piece, as it is read. */
export type ExportText = (source: ExportSource) => AsyncGenerator<string, void, undefined>;

/** A source column and the column derived from it; each by its path inside its asset. */
export interface ColumnPair {
  readonly fromColumn: string;
  readonly toColumn: string;
  readonly function?: string;
}

/** All column pairs of an edge, in stored order. */
export function columnPairs({ columns }: Pick<StoredEdge, 'columns'>): ColumnPair[] {
  return columns.flatMap(({ fromColumns, ...rest }) => fromColumns.map((fromColumn) => ({ fromColumn, ...rest })));
}

/** Human-readable column pairs, one per line. */
export function pairLines({ stored }: ExportEdge): string[] {
  return (stored ? columnPairs(stored) : []).map(({ fromColumn, toColumn }) => `${fromColumn} → ${toColumn}`);
}
