import type { EntityType } from '../../definition/entity-type';
import type { Include } from './include';
import type { FieldSelection } from '../field-list';

/** A page of a list, as it is put to the database. */
export interface ListQuestion {
  readonly entityType: EntityType;
  readonly include: Include;
  readonly fields: FieldSelection;
  readonly conditions: readonly Condition[];
  readonly limit: number;
  /** The row beside the page; absent on the first one. */
  readonly place?: { readonly direction: 'before' | 'after'; readonly name: string; readonly id: string };
}

/** One filter: SQL on `e` (the entity) for a bound value. */
export interface Condition {
  readonly name: string;
  readonly value: unknown;
  readonly sql: (value: string) => string;
  /** The nodes whose counters add up to the total, where the filter is an ancestor; absent: the filter is counted by index. */
  readonly counter?: (value: string) => string;
  /** It walks down from few rows to many: page and total are read in one statement, so that the walk is made once. */
  readonly walks?: true;
}
