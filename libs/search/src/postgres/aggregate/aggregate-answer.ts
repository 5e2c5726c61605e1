import type { Bucket, MetricAggregation } from '../../query/aggregation';
import type { SearchDocument } from '../../document/search-document';
import { shownSource } from '../../document/shown-source';
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
  const counts = new Map(rows.map(({ key, n }) => [JSON.stringify(key?.[0]), n ?? 0]));
  switch (bucket.type) {
    case 'terms':
      return {
        doc_count_error_upper_bound: 0,
        sum_other_doc_count: rows[0]?.others ?? 0,
        buckets: rows.map(({ key = [], n }) => ({ ...termKey(bucket.field, key[0]), doc_count: n, ...below(key) })),
      };
    case 'filter':
    case 'missing':
    case 'global':
    case 'nested':
    case 'reverseNested':
      return { doc_count: rows[0]?.n ?? 0, ...below([]) };
    case 'filters': {
      const names = [...Object.keys(bucket.filters), ...(bucket.otherKey === undefined ? [] : [bucket.otherKey])];
      const each = (name: string): Json => ({ doc_count: counts.get(JSON.stringify(name)) ?? 0, ...below([name]) });
      return { buckets: bucket.keyed ? Object.fromEntries(names.map((name) => [name, each(name)])) : names.map(each) };
    }
    case 'histogram':
    case 'dateHistogram':
      return {
        buckets: rows.map(({ key = [], n }) => ({
          ...(bucket.type === 'dateHistogram' ? { key_as_string: isoTime(key[0]) } : {}),
          key: key[0],
          doc_count: n,
          ...below(key),
        })),
      };
    case 'range':
      return { buckets: rangeBuckets(bucket, counts, below) };
    case 'composite': {
      const named = (key: readonly unknown[]): Json =>
        Object.fromEntries(bucket.sources.map(({ name, field }, at) => [name, compositeValue(field, key[at])]));
      const last = rows.at(-1)?.key;
      return {
        ...(last ? { after_key: named(last) } : {}),
        buckets: rows.map(({ key = [], n }) => ({ key: named(key), doc_count: n, ...below(key) })),
      };
    }
  }
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

type Ranges = Extract<Bucket, { type: 'range' }>;

/** From the lowest to the highest, as engines of this language order them. */
function rangeBuckets({ ranges, date }: Ranges, counts: ReadonlyMap<string, number>, below: Below): Json[] {
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
  const value = rows[0]?.value;
  if (metric.type === 'stats')
    return (value as Json | undefined) ?? { count: 0, min: null, max: null, avg: null, sum: 0 };
  const empty = ['sum', 'valueCount', 'cardinality'].includes(metric.type) ? 0 : null;
  const dated = valueField(metric.field)?.kind === 'date' && typeof value === 'number';
  const isTime = dated && ['min', 'max', 'avg'].includes(metric.type);
  return { value: value ?? empty, ...(isTime ? { value_as_string: isoTime(value) } : {}) };
}

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
