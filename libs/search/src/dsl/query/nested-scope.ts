import type { BoundQuery } from '../../query/bound-query';

const NONE: BoundQuery = { kind: 'none' };

/**
 * The query as an element of the array sees it: only its own fields are there, and nothing else is found by it.
 * @returns undefined where it holds a further nested query
 */
export function withinElement(query: BoundQuery, path: string): BoundQuery | undefined {
  try {
    return reduced(query, `${path}.`);
  } catch (error) {
    if (error === NESTED) return undefined;
    throw error;
  }
}

const NESTED = new Error('nested in nested');

function reduced(query: BoundQuery, prefix: string): BoundQuery {
  const inner = (each: BoundQuery): BoundQuery => reduced(each, prefix);
  switch (query.kind) {
    case 'all':
    case 'none':
      return query;
    case 'nested':
      throw NESTED;
    case 'ids':
      return NONE;
    case 'exists': {
      const fields = query.fields.filter((field) => field.startsWith(prefix));
      return fields.length > 0 ? { ...query, fields } : NONE;
    }
    case 'bool':
      return {
        ...query,
        must: query.must.map(inner),
        should: query.should.map(inner),
        filter: query.filter.map(inner),
        mustNot: query.mustNot.map(inner),
      };
    case 'best':
      return { ...query, queries: query.queries.map(inner) };
    case 'constant':
      return { ...query, query: inner(query.query) };
    case 'boosting':
      return { ...query, positive: inner(query.positive), negative: inner(query.negative) };
    case 'functionScore':
      // Only whether it matches counts: a nested query scores its boost.
      return inner(query.query);
    default:
      return query.field.startsWith(prefix) ? query : NONE;
  }
}
