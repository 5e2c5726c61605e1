import type { StoredEdge } from '../../edges/store/stored-edge';
import type { Side } from '../../traversal/walk';

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

export type EdgePages = AsyncIterable<EdgePage>;

/** Edges that are read, formatted and sent at once: other requests wait two milliseconds for them at most. */
export const PAGE_EDGES = 500;
