import type { BoundQuery } from './bound-query';

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
      /** `_count`, `_key`, or a metric below: `name` or `name.avg`. */
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
  | { readonly type: 'missing'; readonly field: string }
  | { readonly type: 'global' }
  | { readonly type: 'nested'; readonly path: string }
  | { readonly type: 'reverseNested'; readonly path?: string }
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

export type CalendarUnit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year';

/** Of numbers; dates are epoch ms. */
export type NumericMetric = 'min' | 'max' | 'avg' | 'sum' | 'stats';

export interface MetricAggregation {
  readonly metric:
    | {
        readonly type: NumericMetric | 'valueCount' | 'cardinality';
        readonly field: string;
      }
    | {
        readonly type: 'topHits';
        readonly size: number;
        readonly from: number;
        readonly sort: readonly { readonly field: string; readonly direction: 'asc' | 'desc' }[];
        readonly source: readonly string[] | boolean;
      };
}
