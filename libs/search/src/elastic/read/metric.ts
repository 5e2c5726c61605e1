import { fieldOf } from '../../document/search-field';
import { traitsOf } from '../../query/aggregation';
import type { MetricAggregation, TopHits } from '../../query/aggregation';
import { readSortValues } from '../compile/sort';
import { hitId, hitType } from './hit';
import type { RawHit } from './hit';

type Json = Readonly<Record<string, unknown>>;

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
