import { badRequest } from '@app/common';
import type { Bind } from './bound-values';

export type SortDirection = 'asc' | 'desc';

/** A column of the order of a list. */
export interface SortColumn<Row> {
  /** SQL of the column, as its index has it. It is null in no row: a row comparison finds no nulls. */
  readonly sql: string;
  /** Type of the column in SQL, to which the key of a cursor is cast; or the SQL of the column's value by the key's placeholder. */
  readonly type: string | ((key: string) => string);
  /** The key of a row, as JSON: what a cursor has of it. */
  readonly key: (row: Row) => unknown;
}

/**
 * The order of a list, by columns that are unique together. All have one direction, so that the rows beyond a cursor are one row
 * comparison, which an index answers; a column that goes the other way is its negated expression (`-event_time`).
 */
export class KeysetOrder<Row> {
  private readonly columns: readonly SortColumn<Row>[];

  constructor(...columns: readonly SortColumn<Row>[]) {
    this.columns = columns;
  }

  /** SQL behind `order by`. */
  by(direction: SortDirection): string {
    return this.columns.map(({ sql }) => `${sql} ${direction}`).join(', ');
  }

  /**
   * SQL of the rows that come after the row with these keys.
   *
   * @throws {AppError} BAD_REQUEST for keys of another order, from a cursor that another release has made
   */
  beyond(keys: readonly unknown[], direction: SortDirection, bind: Bind): string {
    if (keys.length !== this.columns.length)
      throw badRequest('The cursor is of a list in another order; begin again with its first page');
    const bound = this.columns.map(({ type }, at) => {
      const key = bind(keys[at]);
      return typeof type === 'string' ? `${key}::${type}` : type(key);
    });
    const columns = this.columns.map(({ sql }) => sql);
    return `(${columns.join(', ')}) ${direction === 'asc' ? '>' : '<'} (${bound.join(', ')})`;
  }

  /** The keys of a row, for its cursor. @throws {Error} for a null, behind which no page would find a row */
  readonly keysOf = (row: Row): readonly unknown[] =>
    this.columns.map(({ key, sql }) => {
      const value = key(row) ?? undefined;
      if (value === undefined) throw new Error(`A row has no value of ${sql}, by which its list is sorted`);
      return value;
    });
}

/** The direction in which rows are read: against the order of the list on the way to a page before. */
export function readingDirection(direction: SortDirection, isBackward: boolean): SortDirection {
  return isBackward === (direction === 'asc') ? 'desc' : 'asc';
}
