import type { MetricAggregation } from '../../query/aggregation';
import { readSortValues, topHitsOrder } from '../compile/sort';
import { hitId, hitType } from './hit';
import type { RawHit } from './hit';

type TopHits = Extract<MetricAggregation['metric'], { type: 'topHits' }>;

interface RawTopHits {
  readonly hits?: { readonly total?: unknown; readonly max_score?: number | null; readonly hits?: readonly RawHit[] };
}

/** `top_hits` with the documents as they are shown. */
export function readTopHits(answer: object, metric: TopHits): Record<string, unknown> {
  const { hits } = answer as RawTopHits;
  const order = topHitsOrder(metric);
  const list = (hits?.hits ?? []).map((raw) => ({
    _index: hitType(raw),
    _id: hitId(raw),
    _score: raw._score ?? null,
    ...(metric.source !== false && { _source: raw._source?.document ?? {} }),
    sort: readSortValues(order, raw.sort ?? []),
  }));
  return { hits: { total: hits?.total, max_score: hits?.max_score ?? null, hits: list } };
}
