import { badRequest } from '@app/common';
import { readAggregations } from '../dsl/read-aggregations';
import { readFilter } from '../dsl/read-filter';
import type { UnmappedFields } from '../binding/unmapped-fields';
import type { Aggregations } from '../../query/aggregation';
import type { BoundQuery } from '../../query/bound-query';
import { keyword } from '../../query/build-query';
import type { SearchRequest } from '../../query/search-request';
import { DEFAULT_AGGREGATIONS } from './default-aggregations';
import { searchAfterOf } from './search-after';
import type { NamedText, SearchQuestion } from './search-question';
import { sortKeys } from './sort-keys';

/** Beyond it a page is reached by `search_after`, whose cost does not grow with the place. */
const DEEPEST = 10_000;

/**
 * All of a request but its query text, checked and bound.
 * @param permission what the caller may see
 * @param unmapped notes the fields that the mapping does not have
 * @param now epoch ms
 * @throws {AppError} BAD_REQUEST, before any engine is asked
 */
export function bindRequest(
  question: SearchQuestion,
  query: BoundQuery,
  permission: BoundQuery,
  unmapped: UnmappedFields,
  now: number,
): SearchRequest {
  const { from, size, totals, source, postFilter, searchAfter } = question;
  const sort = sortKeys(question);
  if (searchAfter) requireStart(from);
  else if (from + size > DEEPEST) throw tooDeep(from, size);
  return {
    query,
    filter: filters(question, unmapped, now),
    permission,
    ...(postFilter ? { postFilter: filterOf(postFilter, unmapped, now) } : {}),
    from,
    size,
    sort,
    ...(searchAfter ? { searchAfter: searchAfterOf(searchAfter, sort) } : {}),
    totals,
    aggregations: aggregationsOf(question, unmapped, now),
    source: source !== false,
  };
}

function filters({ types, deleted, queryFilter }: SearchQuestion, unmapped: UnmappedFields, now: number): BoundQuery[] {
  return [
    keyword(
      'entityType',
      types.map((type) => type.toLowerCase()),
    ),
    ...(deleted ? [] : [keyword('deleted', [false])]),
    ...(queryFilter ? [filterOf(queryFilter, unmapped, now)] : []),
  ];
}

function filterOf({ parameter, text }: NamedText, unmapped: UnmappedFields, now: number): BoundQuery {
  return readFilter(parameter, text, { now, noteField: unmapped.in(parameter) });
}

function aggregationsOf(
  { aggregations, includeAggregations }: SearchQuestion,
  unmapped: UnmappedFields,
  now: number,
): Aggregations {
  if (aggregations) {
    const { parameter, text } = aggregations;
    return readAggregations(parameter, text, { now, noteField: unmapped.in(parameter) });
  }
  return includeAggregations ? DEFAULT_AGGREGATIONS : {};
}

function requireStart(from: number): void {
  if (from === 0) return;
  const message = `must be 0 or absent beside search_after; got ${from}`;
  throw badRequest(`from ${message}`, [{ field: 'from', message }]);
}

function tooDeep(from: number, size: number): Error {
  const message = `${from} and size ${size} reach beyond the first ${DEEPEST} hits; use search_after with the sort of the last hit`;
  return badRequest(`from ${message}`, [{ field: 'from', message }]);
}
