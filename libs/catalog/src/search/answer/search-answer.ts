import type { ErrorDetail } from '@app/common';
import type { SearchResult, ShownHit } from '@app/search';
import { indexOfType } from '../ask/index-names';
import type { HierarchyNode } from './hierarchy';

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
  hierarchy: readonly HierarchyNode[] | undefined,
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
