import {
  filterNames,
  knownKeys,
  traitsOf,
  type Bucket,
  type BucketOf,
  type MetricAggregation,
} from '../../query/aggregation';
import type { SearchDocument } from '../../document/search-document';
import { shownSource } from '../../query/shown-source';
import { valueField } from '../../document/search-field';

/** A row of an aggregation's query, see `aggregateText`. */
export interface AggregateRow {
  readonly parent: readonly unknown[];
  readonly key?: readonly unknown[];
  readonly n?: number;
  readonly others?: number;
  readonly value?: unknown;
  readonly total?: number;
  readonly best?: number | null;
  readonly score?: number | null;
  readonly document?: SearchDocument;
  readonly sort?: readonly unknown[];
}

export type Json = Record<string, unknown>;

/** Gives what stands below the bucket with these keys. */
export type Below = (key: readonly unknown[]) => Json;

/** The rows of one parent as the bucket aggregation's answer. */
export function bucketAnswer(bucket: Bucket, rows: readonly AggregateRow[], below: Below): Json {
  const keyed = (keyOf: (key: readonly unknown[]) => Json): Json[] =>
    rows.map(({ key = [], n }) => ({ ...keyOf(key), doc_count: n, ...below(key) }));
  const counts = (): Map<string, number> => new Map(rows.map(({ key, n }) => [JSON.stringify(key?.[0]), n ?? 0]));
  if (bucket.type === 'filters') {
    const known = counts();
    const each = (name: string): Json => ({ doc_count: known.get(JSON.stringify(name)) ?? 0, ...below([name]) });
    const names = filterNames(bucket);
    return { buckets: bucket.keyed ? Object.fromEntries(names.map((name) => [name, each(name)])) : names.map(each) };
  }
  if (bucket.type === 'range') return { buckets: rangeBuckets(bucket, counts(), below) };
  if (bucket.type === 'composite') {
    const named = (key: readonly unknown[]): Json =>
      Object.fromEntries(bucket.sources.map(({ name, field }, at) => [name, compositeValue(field, key[at])]));
    const last = rows.at(-1)?.key;
    return { ...(last ? { after_key: named(last) } : {}), buckets: keyed((key) => ({ key: named(key) })) };
  }
  if (knownKeys(bucket)) return { doc_count: rows[0]?.n ?? 0, ...below([]) };
  const buckets = keyed(([key]) => ('field' in bucket ? termKey(bucket.field, key) : { key }));
  if (bucket.type !== 'terms') return { buckets };
  return { doc_count_error_upper_bound: 0, sum_other_doc_count: rows[0]?.others ?? 0, buckets };
}

function termKey(field: string, key: unknown): Json {
  const kind = valueField(field)?.kind;
  if (kind === 'boolean') return { key, key_as_string: String(key === 1) };
  return kind === 'date' ? { key, key_as_string: isoTime(key) } : { key };
}

function compositeValue(field: string, key: unknown): unknown {
  return valueField(field)?.kind === 'boolean' && typeof key === 'number' ? key === 1 : (key ?? null);
}

function isoTime(ms: unknown): string {
  const time = new Date(Number(ms));
  return Number.isNaN(time.getTime()) ? String(ms) : time.toISOString();
}

/** From the lowest to the highest, as engines of this language order them. */
function rangeBuckets({ ranges, date }: BucketOf<'range'>, counts: ReadonlyMap<string, number>, below: Below): Json[] {
  const shown = (bound: number | undefined): string =>
    bound === undefined ? '*' : date ? isoTime(bound) : Number.isInteger(bound) ? `${bound}.0` : String(bound);
  const text = (name: string, bound: number | undefined): Json =>
    bound === undefined ? {} : { [name]: bound, ...(date ? { [`${name}_as_string`]: isoTime(bound) } : {}) };
  return ranges
    .map(({ key, from, to }, at) => ({ key: key ?? `${shown(from)}-${shown(to)}`, from, to, at }))
    .sort((a, b) => (a.from ?? -Infinity) - (b.from ?? -Infinity) || (a.to ?? Infinity) - (b.to ?? Infinity))
    .map(({ key, from, to, at }) => ({
      key,
      ...text('from', from),
      ...text('to', to),
      doc_count: counts.get(String(at)) ?? 0,
      ...below([at]),
    }));
}

export function metricAnswer({ metric }: MetricAggregation, rows: readonly AggregateRow[]): Json {
  if (metric.type === 'topHits') return topHits(metric.source, rows);
  const { members, empty, isDate } = traitsOf(metric.type);
  const value = rows[0]?.value;
  if (members) {
    const known = value as Json | undefined;
    return Object.fromEntries(members.map((name) => [name, known ? known[name] : emptyOf(name)]));
  }
  const isTime = isDate && valueField(metric.field)?.kind === 'date' && typeof value === 'number';
  return { value: value ?? empty, ...(isTime ? { value_as_string: isoTime(value) } : {}) };
}

/** The value of a number among several for no documents: counts and sums are 0. */
const emptyOf = (member: string): 0 | null => (member === 'count' || member === 'sum' ? 0 : null);

function topHits(source: readonly string[] | boolean, rows: readonly AggregateRow[]): Json {
  const hits = rows.map(({ document, score, sort }) => {
    const known = document as SearchDocument;
    const shown = source === true ? known : source === false ? undefined : shownSource(known, source);
    const id = { _index: known.entityType, _id: known.id, _score: score ?? null };
    return { ...id, ...(shown ? { _source: shown } : {}), sort };
  });
  const total = { value: rows[0]?.total ?? 0, relation: 'eq' };
  return { hits: { total, max_score: rows[0]?.best ?? null, hits } };
}
