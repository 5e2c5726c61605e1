import type { BoundQuery } from '../../query/bound-query';
import type { FieldScope } from '../dsl-query/query-scope';

/** Where an aggregation stands, and the way to what it holds. */
export interface AggregationScope extends FieldScope {
  /** 1 at the top. */
  readonly depth: number;
  /** Whether the parents left the documents for the elements of an array. */
  readonly nested: boolean;
  readQuery(value: unknown, path: string): BoundQuery;
}

/** What a reader of one kind of aggregation gets: its body, where it stands, the scope. */
export type AggregationReader<T> = (body: unknown, path: string, scope: AggregationScope) => T;
