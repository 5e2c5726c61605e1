import type { ReactNode } from 'react';

/** A value that rows of a table are sorted by. */
export type SortValue = string | number | undefined;

/** A column of a `DataTable`: its heading, its cells, and by which value its rows are sorted. */
export interface DataColumn<T> {
  readonly label: string;
  readonly cell: (row: T) => ReactNode;
  /** Absent: the column cannot be sorted by. Rows without a value come last either way. */
  readonly sortBy?: (row: T) => SortValue;
}

const byNature = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** @returns a negative number where `a` comes first; numbers by size, texts by their words and the numbers in them */
export function compareValues(a: SortValue, b: SortValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return byNature.compare(String(a), String(b));
}
