import { badRequest } from '@app/common';
import type { Aggregations, Bucket } from '../../query/aggregation';
import type { Parameters } from '../compile/parameters';
import { isColumn, numberOf } from './field-source';
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
    return { size: bucket.size, order: [...given, ...keys].join(', ') };
  }
  if (bucket.type !== 'composite') return { size: MOST_BUCKETS + 1, order: keys.join(', ') || 'count(*)' };
  const order = bucket.sources.map(
    ({ direction }, at) => `${keys[at]} ${direction} nulls ${direction === 'asc' ? 'first' : 'last'}`,
  );
  return { size: bucket.size, order: order.join(', ') };
}

function orderedBy(
  by: string,
  below: Aggregations,
  relation: Relation,
  keys: readonly string[],
  parameters: Parameters,
): string {
  if (by === '_count') return 'count(*)';
  if (by === '_key') return keys[0] as string;
  const [name = '', property = ''] = by.split(/\.(?=[^.]*$)/);
  const whole = metricOf(below[by], '', relation, parameters);
  const text = whole ?? metricOf(below[name], property, relation, parameters);
  if (text === undefined) {
    throw badRequest(`Buckets are ordered by _count, _key or a number of a metric right below them, not by ${by}`);
  }
  return text;
}

function metricOf(
  aggregation: Aggregations[string] | undefined,
  property: string,
  { alias }: Relation,
  parameters: Parameters,
): string | undefined {
  if (!aggregation || !('metric' in aggregation) || aggregation.metric.type === 'topHits') return undefined;
  const { type, field } = aggregation.metric;
  if (!isColumn(field)) return undefined;
  const value = numberOf(field, alias, parameters);
  const wanted = type === 'stats' ? property : property === '' || property === 'value' ? type : undefined;
  switch (wanted) {
    case 'min':
    case 'max':
    case 'avg':
    case 'sum':
      return `${wanted}(${value})`;
    case 'count':
    case 'valueCount':
      return `count(${value})`;
    case 'cardinality':
      return `count(distinct ${value})`;
    case undefined:
      return undefined;
  }
}
