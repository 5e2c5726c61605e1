import type { BoundQuery } from '../../query/bound-query';

/** Where an aggregation stands, and the way to what it holds. */
export interface AggregationScope {
  /** 1 at the top. */
  readonly depth: number;
  /** Whether the parents left the documents for the elements of an array. */
  readonly nested: boolean;
  /** Epoch ms that `now` stands for. */
  readonly now: number;
  readQuery(value: unknown, path: string): BoundQuery;
}

/** What a reader of one kind of aggregation gets: its body, where it stands, the scope. */
export type AggregationReader<T> = (body: unknown, path: string, scope: AggregationScope) => T;
