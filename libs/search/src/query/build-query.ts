import type { BoolQuery, BoundQuery, KeywordQuery, NoneQuery } from './bound-query';

export const ALL: BoundQuery = { kind: 'all', boost: 1 };
export const NONE: NoneQuery = { kind: 'none' };

const EMPTY: BoolQuery = {
  kind: 'bool',
  must: [],
  should: [],
  filter: [],
  mustNot: [],
  minimumShouldMatch: 0,
  boost: 1,
};

/** A bool of these lists; of those that are not named there is nothing. */
export function boolOf(lists: Partial<Omit<BoolQuery, 'kind'>>): BoolQuery {
  return { ...EMPTY, ...lists };
}

/** All of them, and their scores are added up. */
export const allOf = (must: readonly BoundQuery[]): BoundQuery => boolOf({ must });

/** Any of them; without any, nothing matches. */
export const anyOf = (should: readonly BoundQuery[]): BoundQuery =>
  should.length > 0 ? boolOf({ should, minimumShouldMatch: 1 }) : NONE;

/** All documents but those that match one of these. */
export const noneOf = (mustNot: readonly BoundQuery[], boost = 1): BoundQuery =>
  boolOf({ filter: [ALL], mustNot, boost });

/** A value field that has one of these values, keywords lower-cased. */
export function keyword(field: string, values: KeywordQuery['values'], boost = 1): KeywordQuery {
  return { kind: 'keyword', field, values, boost };
}

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
export function joined(operator: 'or' | 'and', queries: readonly BoundQuery[], minimum = 1): BoundQuery {
  const [only, second] = queries;
  if (only !== undefined && second === undefined && minimum <= 1) return only;
  return operator === 'and' ? allOf(queries) : boolOf({ should: queries, minimumShouldMatch: minimum });
}
