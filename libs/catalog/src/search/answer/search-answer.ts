import type { ErrorDetail } from '@app/common';
import type { SearchResult, ShownHit } from '@app/search';
import { indexOfType } from '../ask/index-names';
import type { HierarchyNode } from './hierarchy';

/**
 * The response without scores, which are made of counts over all documents, hidden ones too. A hit that was ordered by its score has no
 * `sort`.
 */
export function withoutScores(response: SearchResponse): SearchResponse {
  const { hits, aggregations } = response;
  return {
    ...response,
    hits: { ...hits, max_score: null, hits: (hits.hits as readonly Hit[]).map(unscored) },
    ...(aggregations ? { aggregations: unscoredBuckets(aggregations) as Readonly<Record<string, unknown>> } : {}),
  };
}

/** Top hits of buckets, at any depth. */
function unscoredBuckets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unscoredBuckets);
  if (typeof value !== 'object' || value === null) return value;
  const { hits } = value as { hits?: { hits?: unknown } };
  if (hits && Array.isArray(hits.hits))
    return { ...value, hits: { ...hits, max_score: null, hits: (hits.hits as Hit[]).map(unscored) } };
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, unscoredBuckets(one)]));
}

interface Hit {
  readonly _score: number | null;
  readonly sort?: unknown;
}

function unscored(hit: Hit): object {
  if (hit._score === null) return hit;
  const { sort: _sort, ...rest } = hit;
  return { ...rest, _score: null };
}

/** A response in the format of the search engine whose query language is used. */
export interface SearchResponse {
  /** Milliseconds. */
  readonly took: number;
  readonly timed_out: boolean;
  readonly _shards: { readonly total: 1; readonly successful: 1; readonly skipped: 0; readonly failed: 0 };
  readonly hits: {
    readonly total?: { readonly value: number; readonly relation: 'eq' | 'gte' };
    readonly max_score: number | null;
    readonly hits: readonly object[];
  };
  /** Requested fields that no type has. */
  readonly warnings?: readonly ErrorDetail[];
  readonly aggregations?: Readonly<Record<string, unknown>>;
  readonly rewrittenQuery?: string;
  readonly hierarchy?: readonly HierarchyNode[];
}

export function toResponse(
  { answer, rewrittenQuery, warnings, tookMs }: SearchResult,
  hierarchy?: readonly HierarchyNode[],
): SearchResponse {
  const { hits, total, maxScore, aggregations, timedOut } = answer;
  return {
    took: tookMs,
    timed_out: timedOut,
    _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
    hits: { ...(total ? { total } : {}), max_score: maxScore, hits: hits.map(hitOf) },
    ...(warnings.length ? { warnings } : {}),
    ...(Object.keys(aggregations).length ? { aggregations } : {}),
    ...(rewrittenQuery === undefined ? {} : { rewrittenQuery }),
    ...(hierarchy ? { hierarchy } : {}),
  };
}

function hitOf({ id, entityType, score, sort, source, highlight }: ShownHit): object {
  return {
    _index: indexOfType(entityType),
    _id: id,
    _score: score,
    ...(source ? { _source: source } : {}),
    sort,
    ...(highlight ? { highlight } : {}),
  };
}
