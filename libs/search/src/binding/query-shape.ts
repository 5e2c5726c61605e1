import type { BoundQuery, NoneQuery } from '../query/bound-query';

export const NONE: NoneQuery = { kind: 'none' };

/** The query with its boost multiplied. */
export function boosted(query: BoundQuery, factor: number): BoundQuery {
  return query.kind === 'none' || factor === 1 ? query : { ...query, boost: query.boost * factor };
}

/** dis_max of what may match; without any, nothing does. */
export function bestOf(queries: readonly BoundQuery[], tieBreaker = 0): BoundQuery {
  const possible = queries.filter(({ kind }) => kind !== 'none');
  const [only, second] = possible;
  if (only === undefined) return NONE;
  return second === undefined ? only : { kind: 'best', queries: possible, tieBreaker, boost: 1 };
}

/** All of these, or at least `minimum` of them; scores are added up. */
export function joined(queries: readonly BoundQuery[], operator: 'or' | 'and', minimum = 1): BoundQuery {
  const [only, second] = queries;
  if (only !== undefined && second === undefined && minimum <= 1) return only;
  const isAll = operator === 'and';
  return {
    kind: 'bool',
    must: isAll ? queries : [],
    should: isAll ? [] : queries,
    filter: [],
    mustNot: [],
    minimumShouldMatch: isAll ? 0 : minimum,
    boost: 1,
  };
}
