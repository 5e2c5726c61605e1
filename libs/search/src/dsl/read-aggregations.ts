import type { Aggregations } from '../query/aggregation';
import { readLevel } from './aggregation/aggregation-reader';
import { MOST_BUCKETS_AT_ONCE, mostBuckets } from './aggregation/bucket-count';
import { refused } from './dsl-fault';
import { readDslJson } from './dsl-json';
import { DslBudget } from './query/query-scope';
import { readQuery } from './query/read-query';

/**
 * Aggregations in the engine's DSL, checked against the allow-list and rebuilt. Empty text is none.
 *
 * @param parameter its name as the caller spelt it; every path in an error begins with it
 * @param now epoch ms that `now` in dates stands for
 * @throws {AppError} BAD_REQUEST that names the aggregation and its path
 */
export function readAggregations(parameter: string, text: string, now: number): Aggregations {
  if (text.trim() === '') return {};
  const budget = new DslBudget();
  const aggregations = readLevel(readDslJson(parameter, text), parameter, {
    depth: 1,
    nested: false,
    now,
    readQuery: (value, path) => readQuery(value, path, budget, now),
  });
  const most = mostBuckets(aggregations);
  if (most > MOST_BUCKETS_AT_ONCE) {
    throw refused(parameter, `asks for ${most} buckets; allowed are up to ${MOST_BUCKETS_AT_ONCE}`);
  }
  return aggregations;
}
