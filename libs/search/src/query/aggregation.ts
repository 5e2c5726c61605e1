import { badRequest } from '@app/common';
import type { NestedPath } from '../document/search-field';
import type { BoundQuery, SortKey } from './bound-query';

/** Aggregations by the name that the answer gives them. */
export type Aggregations = Readonly<Record<string, Aggregation>>;

/** One aggregation with those below each of its buckets. */
export type Aggregation = BucketAggregation | MetricAggregation;

export interface BucketAggregation {
  readonly bucket: Bucket;
  readonly below: Aggregations;
}

export type Bucket =
  | {
      readonly type: 'terms';
      readonly field: string;
      readonly size: number;
      readonly minDocCount: number;
      /** `_count`, `_key`, or a metric below: `name` or `name.avg`; ends with `_key`, so that the order is total. */
      readonly order: readonly { readonly by: string; readonly direction: 'asc' | 'desc' }[];
      readonly missing?: string | number;
      readonly include?: readonly string[];
      readonly exclude?: readonly string[];
    }
  | { readonly type: 'filter'; readonly query: BoundQuery }
  | {
      readonly type: 'filters';
      /** Keyed filters answer with an object, anonymous ones (keys '0', '1' …) with an array. */
      readonly filters: Readonly<Record<string, BoundQuery>>;
      readonly keyed: boolean;
      readonly otherKey?: string;
    }
  | { readonly type: 'global' }
  | { readonly type: 'nested'; readonly path: NestedPath }
  | { readonly type: 'reverseNested' }
  | {
      readonly type: 'dateHistogram';
      readonly field: string;
      readonly interval: { readonly calendar: CalendarUnit } | { readonly fixedMs: number };
      readonly timeZone: string;
      readonly offsetMs: number;
      readonly minDocCount: number;
    }
  | {
      readonly type: 'histogram';
      readonly field: string;
      readonly interval: number;
      readonly offset: number;
      readonly minDocCount: number;
    }
  | {
      /** Numbers; dates as epoch ms. `from` is inclusive, `to` exclusive. */
      readonly type: 'range';
      readonly field: string;
      readonly date: boolean;
      readonly ranges: readonly { readonly key?: string; readonly from?: number; readonly to?: number }[];
    }
  | {
      readonly type: 'composite';
      readonly size: number;
      readonly sources: readonly {
        readonly name: string;
        readonly field: string;
        readonly direction: 'asc' | 'desc';
        readonly missingBucket: boolean;
      }[];
      readonly after?: Readonly<Record<string, string | number | null>>;
    };

export type BucketOf<Type extends Bucket['type']> = Extract<Bucket, { readonly type: Type }>;

export type CalendarUnit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year';

/** Most buckets of one aggregation, and of one answer. */
export const MOST_BUCKETS = 10_000;

/** @throws {AppError} BAD_REQUEST where an answer would have more: those of histograms depend on the data */
export function checkBuckets(count: number): void {
  if (count <= MOST_BUCKETS) return;
  throw badRequest(`The aggregations have more than ${MOST_BUCKETS} buckets; make their intervals longer`);
}

/** Has always one bucket, without a key. */
const SINGLE: readonly Bucket['type'][] = ['filter', 'global', 'nested', 'reverseNested'];

/** The keys of those buckets that are there whatever is found; undefined where they depend on it. */
export function knownKeys(bucket: Bucket): readonly (readonly (string | number)[])[] | undefined {
  if (bucket.type === 'filters') return filterNames(bucket).map((name) => [name]);
  if (bucket.type === 'range') return bucket.ranges.map((_, at) => [at]);
  return SINGLE.includes(bucket.type) ? [[]] : undefined;
}

/** In the order of the answer. */
export function filterNames({ filters, otherKey }: BucketOf<'filters'>): string[] {
  return [...Object.keys(filters), ...(otherKey === undefined ? [] : [otherKey])];
}

/** The traits of a metric that are the same on every engine. */
interface MetricTraits {
  /** Whether it takes numbers and dates only; else values of any kind are counted. */
  readonly isNumeric: boolean;
  /** Its value for no values. */
  readonly empty: 0 | null;
  /** Whether it is a date for dates, and is shown as one. */
  readonly isDate: boolean;
  /** The numbers that it has, where there are several. */
  readonly members?: readonly string[];
}

/** By the names that requests use. Dates are epoch ms. */
export const METRICS = {
  min: { isNumeric: true, empty: null, isDate: true },
  max: { isNumeric: true, empty: null, isDate: true },
  avg: { isNumeric: true, empty: null, isDate: true },
  sum: { isNumeric: true, empty: 0, isDate: false },
  stats: { isNumeric: true, empty: null, isDate: false, members: ['count', 'min', 'max', 'avg', 'sum'] },
  value_count: { isNumeric: false, empty: 0, isDate: false },
  cardinality: { isNumeric: false, empty: 0, isDate: false },
} as const satisfies Record<string, MetricTraits>;

export type MetricType = keyof typeof METRICS;

export function traitsOf(type: MetricType): MetricTraits {
  return METRICS[type];
}

export interface ValueMetric {
  readonly type: MetricType;
  readonly field: string;
}

export interface TopHits {
  readonly type: 'topHits';
  readonly size: number;
  readonly from: number;
  /** Ends with `id`, so that the order is total. */
  readonly sort: readonly SortKey[];
  readonly source: readonly string[] | boolean;
}

export interface MetricAggregation {
  readonly metric: ValueMetric | TopHits;
}
