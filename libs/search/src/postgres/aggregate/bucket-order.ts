import { badRequest } from '@app/common';
import type { Aggregations, Bucket } from '../../query/aggregation';
import type { Parameters } from '../compile/parameters';
import { isColumn, numberOf } from './field-source';
import { metricValue } from './metric-value';
import type { MetricMember } from './metric-value';
import type { Relation } from './relation';

/** Most buckets of one aggregation, as of one answer. */
export const MOST_BUCKETS = 10_000;

/** How many buckets of each parent are wanted, and which come first: SQL on the groups of a relation. */
export interface BucketOrder {
  readonly size: number;
  readonly order: string;
}

/** @param keys those of the bucket itself */
export function bucketOrder(
  bucket: Bucket,
  below: Aggregations,
  relation: Relation,
  keys: readonly string[],
  parameters: Parameters,
): BucketOrder {
  if (bucket.type === 'terms') {
    const given = bucket.order.map(
      ({ by, direction }) => `${orderedBy(by, below, relation, keys, parameters)} ${direction} nulls last`,
    );
    return { size: bucket.size, order: given.join(', ') };
  }
  if (bucket.type !== 'composite') return { size: MOST_BUCKETS + 1, order: keys.join(', ') || 'count(*)' };
  const order = bucket.sources.map(
    ({ direction }, at) => `${keys[at]} ${direction} nulls ${direction === 'asc' ? 'first' : 'last'}`,
  );
  return { size: bucket.size, order: order.join(', ') };
}

/** A metric of a field that is a list of keywords is no number of the groups. */
function orderedBy(
  by: string,
  below: Aggregations,
  { alias }: Relation,
  keys: readonly string[],
  parameters: Parameters,
): string {
  if (by === '_count') return 'count(*)';
  if (by === '_key') return keys[0] as string;
  const [name = '', member] = by.split('.');
  const metric = below[name];
  if (metric && 'metric' in metric && metric.metric.type !== 'topHits' && isColumn(metric.metric.field)) {
    return metricValue(
      (member ?? metric.metric.type) as MetricMember,
      numberOf(metric.metric.field, alias, parameters),
    );
  }
  throw badRequest(`Buckets are ordered by _count, _key or a number of a metric right below them, not by ${by}`);
}
