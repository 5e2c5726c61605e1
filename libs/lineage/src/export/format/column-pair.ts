import type { StoredEdge } from '../../edges/store/stored-edge';
import type { ExportEdge } from '../read/export-edge';

/** One column that another one is made of; each by its path inside its asset. */
export interface ColumnPair {
  readonly fromColumn: string;
  readonly toColumn: string;
  readonly function?: string;
}

/** Every pair of an edge, in the order in which they were said. */
export function columnPairs({ columns }: Pick<StoredEdge, 'columns'>): ColumnPair[] {
  return columns.flatMap(({ fromColumns, ...rest }) => fromColumns.map((fromColumn) => ({ fromColumn, ...rest })));
}

/** Pairs as a person reads them, one a line. */
export function pairLines({ stored }: ExportEdge): string[] {
  return (stored ? columnPairs(stored) : []).map(({ fromColumn, toColumn }) => `${fromColumn} → ${toColumn}`);
}
