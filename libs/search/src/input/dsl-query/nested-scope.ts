import type { BoundQuery } from '../../query/bound-query';
import { NONE } from '../../query/build-query';
import { mapParts } from '../../query/query-parts';

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
    case 'nested':
      throw NESTED;
    case 'ids':
      return NONE;
    case 'exists': {
      const fields = query.fields.filter((field) => field.startsWith(prefix));
      return fields.length > 0 ? { ...query, fields } : NONE;
    }
    case 'functionScore':
      // Only whether it matches counts: a nested query scores its boost.
      return inner(query.query);
    case 'term':
    case 'phrase':
    case 'pattern':
    case 'keyword':
    case 'range':
      return query.field.startsWith(prefix) ? query : NONE;
    case 'all':
    case 'none':
    case 'bool':
    case 'best':
    case 'constant':
    case 'boosting':
      return mapParts(query, inner);
  }
}
