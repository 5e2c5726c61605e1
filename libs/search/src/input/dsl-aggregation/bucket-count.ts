import type { Aggregation, Aggregations, Bucket } from '../../query/aggregation';

/** Most buckets that aggregations may ask for at once. */
export const MOST_BUCKETS_AT_ONCE = 10_000;

/** How many buckets one may have; those of histograms depend on the data and are counted when they are answered. */
function width(bucket: Bucket): number {
  switch (bucket.type) {
    case 'terms':
    case 'composite':
      return bucket.size;
    case 'filters':
      return Object.keys(bucket.filters).length + (bucket.otherKey === undefined ? 0 : 1);
    case 'range':
      return bucket.ranges.length;
    case 'filter':
    case 'missing':
    case 'global':
    case 'nested':
    case 'reverseNested':
    case 'histogram':
    case 'dateHistogram':
      return 1;
  }
}

const ofOne = (aggregation: Aggregation): number =>
  'bucket' in aggregation ? width(aggregation.bucket) * (1 + mostBuckets(aggregation.below)) : 0;

/** The buckets that these may have together, however deep. */
export function mostBuckets(aggregations: Aggregations): number {
  return Object.values(aggregations).reduce((sum, one) => sum + ofOne(one), 0);
}
