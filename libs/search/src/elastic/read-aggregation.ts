import { fieldOf } from '../document/search-field';
import {
  checkBuckets,
  filterNames,
  traitsOf,
  type Aggregation,
  type Aggregations,
  type Bucket,
  type BucketAggregation,
  type MetricAggregation,
  type TopHits,
} from '../query/aggregation';
import { PERMITTED } from './compile/aggregation';
import { hitId, hitType, readSortValues, type RawHit } from './compile/hit';

type Json = Readonly<Record<string, unknown>>;

class BucketCount {
  private count = 0;

  add(buckets: number): void {
    this.count += buckets;
    checkBuckets(this.count);
  }
}

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Times in UTC, whatever the zone that gave the borders. */
function shown(raw: Json, [key, value]: [string, unknown], type: Bucket['type']): [string, unknown] {
  const isTime = type === 'dateHistogram' && key === 'key_as_string';
  return [key, isTime ? new Date(Number(raw['key'])).toISOString() : value];
}

function readBucket(raw: Json, { bucket, below }: BucketAggregation, count: BucketCount): Json {
  const own = Object.entries(raw)
    .filter(([key]) => !Object.hasOwn(below, key) && key !== 'meta')
    .map((entry) => shown(raw, entry, bucket.type));
  const inner = Object.entries(below).map(([name, one]) => [name, readOne(raw[name], one, count)] as const);
  return Object.fromEntries([...own, ...inner]);
}

function readBuckets(buckets: unknown, aggregation: BucketAggregation, count: BucketCount): unknown {
  if (Array.isArray(buckets)) {
    count.add(buckets.length);
    return buckets.map((each) => readBucket(each as Json, aggregation, count));
  }
  const named = Object.entries(buckets as Json);
  count.add(named.length);
  return Object.fromEntries(named.map(([name, each]) => [name, readBucket(each as Json, aggregation, count)]));
}

function readOne(answer: unknown, aggregation: Aggregation, count: BucketCount): unknown {
  if (!isJson(answer)) return answer;
  if ('metric' in aggregation) return readMetric(answer, aggregation);
  const { bucket } = aggregation;
  const raw = bucket.type === 'global' ? (answer[PERMITTED] as Json) : answer;
  const { buckets, meta: _meta, ...rest } = raw;
  if (!isJson(buckets)) return readBucket(raw, aggregation, count);
  // Filters without names are sent by their numbers.
  const listed =
    bucket.type === 'filters' && !bucket.keyed ? filterNames(bucket).map((name) => buckets[name]) : buckets;
  return { ...rest, buckets: readBuckets(listed, aggregation, count) };
}

/**
 * The server's answer with what we put in left out.
 * @throws {AppError} BAD_REQUEST where there are too many buckets
 */
export function readAggregations(answer: Json, aggregations: Aggregations): Record<string, unknown> {
  const count = new BucketCount();
  const read = Object.entries(aggregations).map(([name, one]) => [name, readOne(answer[name], one, count)] as const);
  return Object.fromEntries(read);
}

/** A metric with its numbers, and nothing that one kind of server adds. */
export function readMetric(answer: Json, { metric }: MetricAggregation): Json {
  if (metric.type === 'topHits') return readTopHits(answer, metric);
  const { members, isDate } = traitsOf(metric.type);
  if (members) return Object.fromEntries(members.map((name) => [name, answer[name]]));
  const { value } = answer;
  const isShown = isDate && typeof value === 'number' && fieldOf(metric.field)?.kind === 'date';
  return { value, ...(isShown && { value_as_string: new Date(value).toISOString() }) };
}

interface RawTopHits {
  readonly hits?: { readonly total?: unknown; readonly max_score?: number | null; readonly hits?: readonly RawHit[] };
}

/** With the documents as they are shown. */
function readTopHits(answer: object, { sort, source }: TopHits): Json {
  const { hits } = answer as RawTopHits;
  const list = (hits?.hits ?? []).map((raw) => ({
    _index: hitType(raw),
    _id: hitId(raw),
    _score: raw._score ?? null,
    ...(source !== false && { _source: raw._source?.document ?? {} }),
    sort: readSortValues(sort, raw.sort ?? []),
  }));
  return { hits: { total: hits?.total, max_score: hits?.max_score ?? null, hits: list } };
}
