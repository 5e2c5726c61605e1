import type { estypes } from '@elastic/elasticsearch';
import type { Aggregation, Aggregations, Bucket, BucketOf, MetricAggregation, TopHits } from '../../query/aggregation';
import type { BoundQuery } from '../../query/bound-query';
import { elementPath, fieldPath, type Within } from '../mapping/field-path';
import { compileSort, compileSource } from './hit';
import { compileQuery } from './query';

type Container = estypes.AggregationsAggregationContainer;
type Containers = Record<string, Container>;

/** Below `global`: what the caller may see of everything. */
export const PERMITTED = 'permitted';

/** The format of instants with milliseconds and zone, as they are shown everywhere. */
const ISO_FORMAT = 'strict_date_optional_time';

/** Up to so many different values are counted nearly exactly: the most that the server takes. */
const MOST_EXACT = 40_000;

/** Values that each of several shards counts: up to so many different ones the numbers of all together are exact. */
const MOST_PER_SHARD = 10_000;

interface Context {
  readonly within: Within;
  readonly permission: BoundQuery;
  readonly isSpread: boolean;
}

function compileMetric(metric: MetricAggregation['metric'], { within }: Context): Container {
  if (metric.type === 'topHits') return { top_hits: compileTopHits(metric) };
  const field = fieldPath(metric.field, within);
  if (metric.type === 'cardinality') return { cardinality: { field, precision_threshold: MOST_EXACT } };
  return { [metric.type]: { field } };
}

function compileTopHits({ size, from, sort, source }: TopHits): estypes.AggregationsTopHitsAggregation {
  const _source = compileSource(source);
  return { size, from, sort: compileSort(sort), track_scores: true, _source, docvalue_fields: ['id', 'type'] };
}

function compileTerms(bucket: BucketOf<'terms'>, { within, isSpread }: Context): Container {
  return {
    terms: {
      field: fieldPath(bucket.field, within),
      size: bucket.size,
      ...(isSpread && { shard_size: Math.max(bucket.size, MOST_PER_SHARD) }),
      min_doc_count: bucket.minDocCount,
      order: bucket.order.map(({ by, direction }) => ({ [by]: direction })),
      ...(bucket.missing !== undefined && { missing: bucket.missing }),
      ...(bucket.include && { include: [...bucket.include] }),
      ...(bucket.exclude && { exclude: [...bucket.exclude] }),
    },
  };
}

function compileFilters(bucket: BucketOf<'filters'>, { within }: Context): Container {
  const filters = Object.entries(bucket.filters).map(([key, query]) => [key, compileQuery(query, within)] as const);
  return {
    filters: {
      filters: Object.fromEntries(filters),
      ...(bucket.otherKey !== undefined && { other_bucket_key: bucket.otherKey }),
    },
  };
}

function compileDateHistogram(bucket: BucketOf<'dateHistogram'>, { within }: Context): Container {
  const { interval, offsetMs } = bucket;
  return {
    date_histogram: {
      field: fieldPath(bucket.field, within),
      ...('calendar' in interval
        ? { calendar_interval: interval.calendar }
        : { fixed_interval: `${interval.fixedMs}ms` }),
      time_zone: bucket.timeZone,
      ...(offsetMs !== 0 && { offset: `${offsetMs}ms` }),
      min_doc_count: bucket.minDocCount,
    },
  };
}

function compileRange(bucket: BucketOf<'range'>, { within }: Context): Container {
  const field = fieldPath(bucket.field, within);
  if (!bucket.date) return { range: { field, ranges: bucket.ranges.map((range) => ({ ...range })) } };
  // Bounds as texts: a small number would be read as a year.
  const instant = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString());
  const ranges = bucket.ranges.map(({ key, from, to }) => ({
    ...(key !== undefined && { key }),
    from: instant(from),
    to: instant(to),
  }));
  return { date_range: { field, format: ISO_FORMAT, ranges } };
}

function compileComposite(bucket: BucketOf<'composite'>, { within }: Context): Container {
  const sources = bucket.sources.map(({ name, field, direction, missingBucket }) => ({
    [name]: { terms: { field: fieldPath(field, within), order: direction, missing_bucket: missingBucket } },
  }));
  return { composite: { size: bucket.size, sources, ...(bucket.after && { after: { ...bucket.after } }) } };
}

function compileBucket(bucket: Bucket, context: Context): Container {
  const { within } = context;
  switch (bucket.type) {
    case 'terms':
      return compileTerms(bucket, context);
    case 'filter':
      return { filter: compileQuery(bucket.query, within) };
    case 'filters':
      return compileFilters(bucket, context);
    case 'global':
      return { global: {} };
    case 'nested':
      return { nested: { path: elementPath(bucket.path) } };
    case 'reverseNested':
      return { reverse_nested: {} };
    case 'dateHistogram':
      return compileDateHistogram(bucket, context);
    case 'histogram': {
      const { interval, offset, minDocCount } = bucket;
      return { histogram: { field: fieldPath(bucket.field, within), interval, offset, min_doc_count: minDocCount } };
    }
    case 'range':
      return compileRange(bucket, context);
    case 'composite':
      return compileComposite(bucket, context);
  }
}

function contextBelow(bucket: Bucket, context: Context): Context {
  if (bucket.type === 'nested') return { ...context, within: bucket.path };
  return bucket.type === 'reverseNested' ? { ...context, within: undefined } : context;
}

function compileOne(aggregation: Aggregation, context: Context): Container {
  if ('metric' in aggregation) return compileMetric(aggregation.metric, context);
  const { bucket, below } = aggregation;
  const inner = compileLevel(below, contextBelow(bucket, context));
  if (bucket.type !== 'global') return { ...compileBucket(bucket, context), aggregations: inner };
  // Figures over a whole index must not reveal more than the caller may know.
  const permitted = { filter: compileQuery(context.permission), aggregations: inner };
  return { global: {}, aggregations: { [PERMITTED]: permitted } };
}

function compileLevel(aggregations: Aggregations, context: Context): Containers {
  return Object.fromEntries(Object.entries(aggregations).map(([name, one]) => [name, compileOne(one, context)]));
}

/**
 * @param permission what the caller may see: `global` goes round the query's own filter
 * @param isSpread whether the index has several shards
 */
export function compileAggregations(aggregations: Aggregations, permission: BoundQuery, isSpread = false): Containers {
  return compileLevel(aggregations, { within: undefined, permission, isSpread });
}
