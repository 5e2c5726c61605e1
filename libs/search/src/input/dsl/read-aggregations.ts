import { knownKeys } from '../../query/aggregation';
import type { Aggregation, Aggregations } from '../../query/aggregation';
import { readLevel } from '../dsl-aggregation/aggregation-reader';
import { refused } from './dsl-fault';
import { readDslJson } from './dsl-json';
import { DslBudget } from '../dsl-query/query-scope';
import type { FieldScope } from '../dsl-query/query-scope';
import { readQuery } from '../dsl-query/read-query';

/** Most buckets that aggregations may ask for at once. */
const MOST_BUCKETS_AT_ONCE = 10_000;

/**
 * Aggregations in the engine's DSL, checked against the allow-list and rebuilt. Empty text is none.
 *
 * @param parameter its name as the caller spelt it; every path in an error begins with it
 * @throws {AppError} BAD_REQUEST that names the aggregation and its path
 */
export function readAggregations(parameter: string, text: string, fields: FieldScope): Aggregations {
  if (text.trim() === '') return {};
  const budget = new DslBudget();
  const aggregations = readLevel(readDslJson(parameter, text), parameter, {
    depth: 1,
    nested: false,
    ...fields,
    readQuery: (value, path) => readQuery(value, path, budget, fields),
  });
  const most = mostBuckets(aggregations);
  if (most > MOST_BUCKETS_AT_ONCE) {
    throw refused(parameter, `asks for ${most} buckets; allowed are up to ${MOST_BUCKETS_AT_ONCE}`);
  }
  return aggregations;
}

/** The buckets that these may have together, however deep. Those of histograms depend on the data and are counted when they are answered. */
function mostBuckets(aggregations: Aggregations): number {
  return Object.values(aggregations).reduce((sum, one) => sum + mostOf(one), 0);
}

function mostOf(aggregation: Aggregation): number {
  if (!('bucket' in aggregation)) return 0;
  const { bucket, below } = aggregation;
  const own = 'size' in bucket ? bucket.size : (knownKeys(bucket)?.length ?? 1);
  return own * (1 + mostBuckets(below));
}
