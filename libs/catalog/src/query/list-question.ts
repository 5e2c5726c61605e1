import type { EntityType } from '../definition/entity-type';
import type { FieldSelection } from './field-list';

/** Which soft-deletion states a read sees. */
export type Include = 'all' | 'deleted' | 'non-deleted';

/** The query for one page of a list. */
export interface ListQuestion {
  readonly entityType: EntityType;
  readonly include: Include;
  readonly fields: FieldSelection;
  readonly conditions: readonly Condition[];
  readonly limit: number;
  /** The row adjacent to the page; absent for the first page. */
  readonly cursor?: { readonly direction: 'before' | 'after'; readonly name: string; readonly id: string };
}

/** One filter: SQL on `e` (the entity) for a bound value. */
export interface Condition {
  readonly name: string;
  readonly value: unknown;
  readonly sql: (value: string) => string;
  /** The nodes whose counters add up to the total, if the filter is an ancestor; absent: counted by index. */
  readonly counter?: (value: string) => string;
  /** The same for many rows at once, in SQL on `m`, a row of the CTE of that name with node, type and parent. */
  readonly ofMany?: (rows: string, value: string) => string;
  /** It descends from few rows to many: page and total are read in one statement, so that the descent runs once. */
  readonly walks?: true;
}
