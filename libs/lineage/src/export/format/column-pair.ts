import type { StoredEdge } from '../../edges/store/stored-edge';
import type { ExportEdge } from '../export-edge';

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
