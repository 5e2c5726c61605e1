import type { BoundQuery, LeafQuery } from './bound-query';

/** The queries that a query is made of; of a leaf there are none. */
export function partsOf(query: BoundQuery): readonly BoundQuery[] {
  const parts: BoundQuery[] = [];
  mapParts(query, (part) => {
    parts.push(part);
    return part;
  });
  return parts;
}

/** The parts of which a match says something: not what is negated, nor what only changes a score. */
export function soughtParts(query: BoundQuery): readonly BoundQuery[] {
  if (query.kind === 'bool') return [...query.must, ...query.should, ...query.filter];
  if (query.kind === 'boosting') return [query.positive];
  return query.kind === 'functionScore' ? [query.query] : partsOf(query);
}

/** The query with each of its parts replaced. A compound query that is added says here what it is made of, and nowhere else. */
export function mapParts(query: BoundQuery, change: (part: BoundQuery) => BoundQuery): BoundQuery {
  if (query.kind === 'bool') {
    const [must, should] = [query.must.map(change), query.should.map(change)];
    return { ...query, must, should, filter: query.filter.map(change), mustNot: query.mustNot.map(change) };
  }
  if (query.kind === 'best') return { ...query, queries: query.queries.map(change) };
  if (query.kind === 'nested' || query.kind === 'constant') return { ...query, query: change(query.query) };
  if (query.kind === 'boosting') {
    return { ...query, positive: change(query.positive), negative: change(query.negative) };
  }
  if (query.kind === 'functionScore') {
    const functions = query.functions.map((each) => (each.filter ? { ...each, filter: change(each.filter) } : each));
    return { ...query, query: change(query.query), functions };
  }
  // The compiler refuses a compound query that is not named above.
  const leaf: LeafQuery = query;
  return leaf;
}
