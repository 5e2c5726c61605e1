import type { StoredEdge } from '../../edges/store/stored-edge';
import type { Side } from '../../traversal/walk';

/** An edge as every format needs it. */
export interface ExportEdge {
  readonly fromNode: number;
  readonly toNode: number;
  readonly fromFqn: string;
  readonly fromType: string;
  readonly toFqn: string;
  readonly toType: string;
  readonly sqlQuery: string | null;
  /** All that is stored of it, where the format asked for details. */
  readonly stored?: StoredEdge;
}

/** Where a walk met its edges. */
export interface Place {
  readonly side: Side;
  /** 1 for the edges at the root. */
  readonly hop: number;
}

/** Some edges of one hop, in their order. */
export interface EdgePage extends Place {
  readonly edges: readonly ExportEdge[];
}

export type EdgePages = AsyncIterable<EdgePage>;

/** Edges that are read, made text and sent at once: others wait two milliseconds for them at most. */
export const PAGE_EDGES = 500;
