import type { Aggregation, Aggregations, BoundQuery } from '@app/search';
import { narrowedQuery, type Narrowing } from './narrowed-query';

/** Fields that describe only the document's own entity. */
const OWN = new Set(['id', 'entityType', 'name', 'displayName', 'fullyQualifiedName', 'description']);

/**
 * Removes aggregations that count or show data that cannot be filtered by value. Term aggregations of partly hidden fields stay;
 * their buckets are filtered in the result.
 */
export function narrowedAggregations(aggregations: Aggregations, narrowing: Narrowing): Aggregations {
  return Object.fromEntries(
    Object.entries(aggregations).flatMap(([name, one]) => {
      const narrowed = narrowedAggregation(one, narrowing);
      return narrowed ? [[name, narrowed]] : [];
    }),
  );
}

function narrowedAggregation(one: Aggregation, narrowing: Narrowing): Aggregation | undefined {
  const isPartial = (field: string): boolean => narrowing.isPartial(field) || narrowing.speaksOfChildren(field);
  if ('metric' in one) {
    const { metric } = one;
    if (metric.type !== 'topHits') return isPartial(metric.field) ? undefined : one;
    const sort = metric.sort.filter(({ by }) => !isPartial(by));
    const source = metric.source === true ? [...OWN] : metric.source && metric.source.filter((path) => OWN.has(path));
    return { metric: { ...metric, sort, source } };
  }
  const { bucket } = one;
  if (bucket.type === 'composite' && bucket.sources.some(({ field }) => isPartial(field))) return undefined;
  if ('field' in bucket && isPartial(bucket.field) && !(bucket.type === 'terms' && narrowing.isPartial(bucket.field)))
    return undefined;
  return { bucket: narrowedBucket(bucket, narrowing), below: narrowedAggregations(one.below, narrowing) };
}

type Bucket = Extract<Aggregation, { bucket: unknown }>['bucket'];

function narrowedBucket(bucket: Bucket, narrowing: Narrowing): Bucket {
  if (bucket.type === 'filter') return { ...bucket, query: narrowedQuery(bucket.query, narrowing) };
  if (bucket.type !== 'filters') return bucket;
  const filters = Object.entries(bucket.filters).map(([key, query]) => [key, narrowedQuery(query, narrowing)]);
  return { ...bucket, filters: Object.fromEntries(filters) as Readonly<Record<string, BoundQuery>> };
}

/** The queries in all aggregations, at any depth. */
export function queriesIn(aggregations: Aggregations): BoundQuery[] {
  return Object.values(aggregations).flatMap((one) => {
    if ('metric' in one) return [];
    const { bucket, below } = one;
    const own =
      bucket.type === 'filter' ? [bucket.query] : bucket.type === 'filters' ? Object.values(bucket.filters) : [];
    return [...own, ...queriesIn(below)];
  });
}

interface AnsweredBucket {
  readonly key?: unknown;
  readonly [member: string]: unknown;
}

/**
 * Aggregation results with `change` applied to each list of term buckets. The count of remaining terms is dropped: it could include
 * hidden ones.
 */
export function changedBuckets(
  aggregations: Aggregations,
  answers: Readonly<Record<string, unknown>>,
  isPartial: (field: string) => boolean,
  keeps: (field: string, key: unknown) => boolean,
): Record<string, unknown> {
  const below = (nested: Aggregations, answer: AnsweredBucket): AnsweredBucket => ({
    ...answer,
    ...changedBuckets(nested, answer, isPartial, keeps),
  });
  const changed: Record<string, unknown> = { ...answers };
  for (const [name, one] of Object.entries(aggregations)) {
    const answer = answers[name];
    if ('metric' in one || typeof answer !== 'object' || answer === null) continue;
    changed[name] = changedAnswer(one.bucket, answer as AnsweredBucket, isPartial, keeps, (bucket) =>
      below(one.below, bucket),
    );
  }
  return changed;
}

function changedAnswer(
  bucket: Bucket,
  answer: AnsweredBucket,
  isPartial: (field: string) => boolean,
  keeps: (field: string, key: unknown) => boolean,
  below: (bucket: AnsweredBucket) => AnsweredBucket,
): AnsweredBucket {
  const { buckets } = answer;
  if (buckets === undefined) return below(answer);
  if (!Array.isArray(buckets)) {
    const named = Object.entries(buckets as Record<string, AnsweredBucket>);
    return { ...answer, buckets: Object.fromEntries(named.map(([key, one]) => [key, below(one)])) };
  }
  const all = buckets as AnsweredBucket[];
  if (bucket.type !== 'terms' || !isPartial(bucket.field)) return { ...answer, buckets: all.map(below) };
  const kept = all.filter(({ key }) => keeps(bucket.field, key));
  return { ...answer, sum_other_doc_count: 0, buckets: kept.map(below) };
}
