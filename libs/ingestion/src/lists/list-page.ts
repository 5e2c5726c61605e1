import type { KeysetPage, PageNeighbours, PageRequest } from '@app/common';

export interface ListRequest extends PageRequest {
  readonly limit: number;
}

export interface ListPage {
  readonly data: readonly unknown[];
  readonly paging: PageNeighbours & { readonly total: number };
}

interface Keyed {
  /** Values of the sort. */
  readonly keys: readonly unknown[];
  readonly item: unknown;
}

/** @param read rows in the order in which they were read, one more than the limit where there are more */
export function listPage(page: KeysetPage, read: readonly Keyed[], limit: number, total: number): ListPage {
  const rows = page.rows(read, limit);
  return {
    data: rows.map(({ item }) => item),
    paging: { total, ...page.neighbours(rows, read.length > rows.length, ({ keys }) => keys) },
  };
}
