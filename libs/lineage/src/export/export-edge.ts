import type { StoredEdge } from '../edges/store/stored-edge';
import type { Asset } from '../traversal/asset';
import type { Side } from '../traversal/walk';
import type { ExportRequest } from './export-request';

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
