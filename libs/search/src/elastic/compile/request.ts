import type { estypes } from '@elastic/elasticsearch';
import type { SearchRequest } from '../../query/search-request';
import { compileAggregations } from './aggregation';
import { compileAfter, compileSort, compileSource } from './hit';
import { compileQuery } from './query';

/**
 * A search in the server's DSL. The permission is the outermost filter.
 * @param timeoutMs after which the server answers with what it has
 * @param isSpread whether the index has several shards: scores are then made from the statistics of all of them
 */
export function compileRequest(request: SearchRequest, timeoutMs: number, isSpread = false): estypes.SearchRequest {
  const { permission, filter, query, postFilter, searchAfter, sort } = request;
  const aggregations = compileAggregations(request.aggregations, permission, isSpread);
  return {
    query: { bool: { filter: [permission, ...filter].map((each) => compileQuery(each)), must: [compileQuery(query)] } },
    ...(postFilter && { post_filter: compileQuery(postFilter) }),
    ...(searchAfter ? { search_after: compileAfter(sort, searchAfter) } : { from: request.from }),
    size: request.size,
    sort: compileSort(sort),
    // With further keys the server would leave out the greatest score.
    track_scores: sort[0]?.by === '_score',
    track_total_hits: request.totals,
    ...(Object.keys(aggregations).length > 0 && { aggregations }),
    _source: compileSource(request.source),
    docvalue_fields: ['id', 'type'],
    timeout: `${timeoutMs}ms`,
    ...(isSpread && { search_type: 'dfs_query_then_fetch' }),
  };
}
