import type { BoundQuery } from './bound-query';

/** The queries that a query is made of; of a leaf there are none. */
export function partsOf(query: BoundQuery): readonly BoundQuery[] {
  const parts: BoundQuery[] = [];
  mapParts(query, (part) => {
    parts.push(part);
    return part;
  });
  return parts;
}

/** The query with each of its parts replaced. A kind of query that is added says here what it is made of, and nowhere else. */
export function mapParts(query: BoundQuery, change: (part: BoundQuery) => BoundQuery): BoundQuery {
  switch (query.kind) {
    case 'bool': {
      const [must, should] = [query.must.map(change), query.should.map(change)];
      return { ...query, must, should, filter: query.filter.map(change), mustNot: query.mustNot.map(change) };
    }
    case 'best':
      return { ...query, queries: query.queries.map(change) };
    case 'nested':
    case 'constant':
      return { ...query, query: change(query.query) };
    case 'boosting':
      return { ...query, positive: change(query.positive), negative: change(query.negative) };
    case 'functionScore': {
      const functions = query.functions.map((each) => (each.filter ? { ...each, filter: change(each.filter) } : each));
      return { ...query, query: change(query.query), functions };
    }
    case 'all':
    case 'none':
    case 'term':
    case 'phrase':
    case 'pattern':
    case 'keyword':
    case 'range':
    case 'exists':
    case 'ids':
      return query;
  }
}
