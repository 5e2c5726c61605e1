import type { BoundQuery, Pattern, PatternQuery, PhraseQuery } from './bound-query';
import { partsOf } from './query-parts';

/** Every pattern of the queries, those in filters and functions too. */
export function patternsIn(queries: readonly BoundQuery[]): PatternQuery[] {
  return queries.flatMap((query): PatternQuery[] => (query.kind === 'pattern' ? [query] : patternsIn(partsOf(query))));
}

/** Every phrase whose last word may go on. */
export function begunPhrasesIn(queries: readonly BoundQuery[]): PhraseQuery[] {
  return queries.flatMap((query): PhraseQuery[] => {
    if (query.kind !== 'phrase') return begunPhrasesIn(partsOf(query));
    return query.prefix ? [query] : [];
  });
}

/** Patterns of one query, each with the fields it is asked of. */
export interface PatternGroup {
  readonly pattern: Pattern;
  readonly fields: readonly string[];
}

/** Without those that are the beginning of a word and nothing else. */
export function patternGroups(queries: readonly PatternQuery[]): PatternGroup[] {
  return grouped(queries.filter(({ pattern }) => asPrefix(pattern) === undefined));
}

/** Those alone. */
export function prefixGroups(queries: readonly PatternQuery[]): PatternGroup[] {
  return grouped(queries.filter(({ pattern }) => asPrefix(pattern) !== undefined));
}

function grouped(queries: readonly PatternQuery[]): PatternGroup[] {
  const byPattern = new Map<string, { pattern: Pattern; fields: Set<string> }>();
  for (const { field, pattern } of queries) {
    const key = patternKey(pattern);
    const group = byPattern.get(key) ?? { pattern, fields: new Set<string>() };
    byPattern.set(key, { pattern, fields: group.fields.add(field) });
  }
  return [...byPattern.values()].map(({ pattern, fields }) => ({ pattern, fields: [...fields] }));
}

const keys = new WeakMap<Pattern, string>();

/** The same for equal patterns. */
export function patternKey(pattern: Pattern): string {
  const known = keys.get(pattern);
  if (known !== undefined) return known;
  const key = JSON.stringify(pattern);
  keys.set(pattern, key);
  return key;
}

/** A wildcard that is a text with one `*` at its end asks for what begins so. */
export function asPrefix(pattern: Pattern): string | undefined {
  if (pattern.type === 'prefix') return pattern.text;
  if (pattern.type !== 'wildcard') return undefined;
  const [text, rest, ...others] = pattern.parts;
  const ends = typeof rest === 'object' && rest.any === 'many' && others.length === 0;
  return typeof text === 'string' && ends ? text : undefined;
}
