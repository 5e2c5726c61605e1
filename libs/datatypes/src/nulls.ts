import type { TypedColumn } from './column';
import type { Platform } from './platforms/platform';
import { displayOf } from './read/read-type';

/** Whether the display of a column says that it has no nulls, on a platform where it does. */
export function isNotNullByDisplay(column: TypedColumn, { isNotNull }: Platform): boolean {
  const display = isNotNull && displayOf(column);
  return display ? isNotNull(display) : false;
}

/** Why NOT_NULL is not known of a column, where that is the catalog's and not the column's fault. */
export function hiddenNotNull({ hidesNotNull, shownName }: Platform): string | undefined {
  return hidesNotNull ? `the catalog of ${shownName} does not report NOT NULL` : undefined;
}
