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
  if (query.kind === 'nested') throw NESTED;
  if (query.kind === 'ids') return NONE;
  if (query.kind === 'exists') {
    const fields = query.fields.filter((field) => field.startsWith(prefix));
    return fields.length > 0 ? { ...query, fields } : NONE;
  }
  if ('field' in query) return query.field.startsWith(prefix) ? query : NONE;
  // Only whether it matches counts: a nested query scores its boost.
  if (query.kind === 'functionScore') return reduced(query.query, prefix);
  return mapParts(query, (part) => reduced(part, prefix));
}
