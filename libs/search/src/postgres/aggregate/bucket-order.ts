import { badRequest } from '@app/common';
import { valueField } from '../../document/search-field';
import { MOST_BUCKETS, type Aggregations, type Bucket, type BucketOf } from '../../query/aggregation';
import type { Parameters } from '../compile/parameters';
import { isColumn, numberOf } from '../compile/row-value';
import { metricValue, type MetricMember } from './metric-value';

/**
 * How many buckets of each parent are wanted, and which come first: SQL on the groups of a relation.
 * @param keys those of the bucket itself
 */
export function bucketOrder(
  bucket: Bucket,
  below: Aggregations,
  alias: string,
  keys: readonly string[],
  parameters: Parameters,
): { readonly size: number; readonly order: string } {
  if (bucket.type === 'terms') {
    const given = bucket.order.map(
      ({ by, direction }) => `${orderedBy(by, below, alias, keys, parameters)} ${direction} nulls last`,
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
  alias: string,
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

/** SQL of the buckets behind the keys of the page before; a missing value comes first upwards and last downwards. */
export function behindKeys(bucket: BucketOf<'composite'>, keys: readonly string[], parameters: Parameters): string {
  const { after } = bucket;
  if (!after) return 'true';
  const steps = bucket.sources.map((source, at) => {
    const key = keys[at] as string;
    const value = after[source.name] ?? null;
    const placeholder = value === null ? undefined : placeholderOf(source.field, value, parameters);
    const later =
      source.direction === 'asc'
        ? placeholder === undefined
          ? `${key} is not null`
          : `${key} > ${placeholder}`
        : placeholder === undefined
          ? 'false'
          : `(${key} < ${placeholder} or ${key} is null)`;
    return { later, same: placeholder === undefined ? `${key} is null` : `${key} = ${placeholder}` };
  });
  const alternatives = steps.map(({ later }, at) =>
    [...steps.slice(0, at).map(({ same }) => same), later].join(' and '),
  );
  return `(${alternatives.map((each) => `(${each})`).join(' or ')})`;
}

function placeholderOf(field: string, value: string | number, parameters: Parameters): string {
  if (!isColumn(field)) return `${parameters.add(String(value), 'text')} collate "C"`;
  const isBoolean = valueField(field)?.kind === 'boolean' && typeof value === 'string';
  const number = isBoolean ? Number(value === 'true') : value;
  if (typeof number !== 'number') throw badRequest(`after: ${field} is a number; send after_key as it came`);
  return parameters.add(number, 'float8');
}
