import type { Include, ListRequest } from '@app/catalog';
import { LARGE_PAGE } from '@app/database';
import { EntityListQuery } from '../entity-query';

const DEFAULTS = new EntityListQuery();
const INCLUDES: ReadonlySet<string> = new Set<Include>(['all', 'deleted', 'non-deleted']);

/** A value that stands in a query as it is: names of fields, cursors, numbers. */
const PLAIN = /^[\w.,*~-]{1,4000}$/;
const WHOLE = /^\d{1,4}$/;

/**
 * The page of a list that a query asks for, where it names nothing but the page and its fields, each once and without escapes. Undefined:
 * for any other query, long pages included, which wait for their turn.
 */
export function plainListIn(query: string): ListRequest | undefined {
  const asked = new Map<string, string>();
  for (const parameter of query === '' ? [] : query.split('&')) {
    const end = parameter.indexOf('=');
    const [name, value] = [parameter.slice(0, end), parameter.slice(end + 1)];
    if (end < 0 || asked.has(name) || !isPlain(name, value)) return undefined;
    asked.set(name, value);
  }
  const limit = Number(asked.get('limit') ?? DEFAULTS.limit);
  if (limit > LARGE_PAGE) return undefined;
  const include = (asked.get('include') ?? DEFAULTS.include) as Include;
  const [before, after, fields] = [asked.get('before'), asked.get('after'), asked.get('fields')];
  return { limit, include, filters: {}, before, after, fields };
}

function isPlain(name: string, value: string): boolean {
  if (name === 'limit') return WHOLE.test(value);
  if (name === 'include') return INCLUDES.has(value);
  return (name === 'before' || name === 'after' || name === 'fields') && PLAIN.test(value);
}
