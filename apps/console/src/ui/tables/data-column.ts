import type { ReactNode } from 'react';

/** A value that rows of a table are sorted by. */
export type SortValue = string | number | undefined;

/** A column of a `DataTable`: its heading, its cells, and by which value its rows are sorted. */
export interface DataColumn<T> {
  readonly label: string;
  /** Whether it names the row: it takes the room that is left, and stands above the others where rows are cards. */
  readonly isName?: boolean;
  readonly cell: (row: T) => ReactNode;
  /** Absent: the column cannot be sorted by. Rows without a value come last either way. */
  readonly sortBy?: (row: T) => SortValue;
  /** Name of the order of the server that the heading leads to, of a list that comes page by page, and the direction it begins with. */
  readonly orderBy?: { readonly name: string; readonly first: Direction };
  /** Content of the heading in place of its label. */
  readonly head?: ReactNode;
}

export type Direction = 'asc' | 'desc';

/** The order of a list that the server sorts. */
export interface ListOrder {
  readonly by: string;
  readonly direction: Direction;
}

/** The order that a heading leads to: its own, or the other direction where the list has it already. */
export function orderAfter(
  { name, first }: { readonly name: string; readonly first: Direction },
  order: ListOrder,
): ListOrder {
  if (order.by !== name) return { by: name, direction: first };
  return { by: name, direction: order.direction === 'asc' ? 'desc' : 'asc' };
}

const byNature = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** @returns a negative number where `a` comes first; numbers by size, texts by their words and the numbers in them */
export function compareValues(a: SortValue, b: SortValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return byNature.compare(String(a), String(b));
}
