import { oncePer } from '@app/common';
import type { BoundQuery, LeafQuery, Pattern, PatternQuery, PhraseQuery } from './bound-query';

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

/** The same for equal patterns. */
export const patternKey = oncePer((pattern: Pattern) => JSON.stringify(pattern));

/** A wildcard that is a text with one `*` at its end asks for what begins so. */
export function asPrefix(pattern: Pattern): string | undefined {
  if (pattern.type === 'prefix') return pattern.text;
  if (pattern.type !== 'wildcard') return undefined;
  const [text, rest, ...others] = pattern.parts;
  const ends = typeof rest === 'object' && rest.any === 'many' && others.length === 0;
  return typeof text === 'string' && ends ? text : undefined;
}

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

/** A text in which `*` stands for any characters, as the parts of a wildcard. */
export function starParts(text: string): Extract<Pattern, { type: 'wildcard' }>['parts'] {
  return text.split(/(\*+)/).flatMap((part) => (part === '' ? [] : [part.startsWith('*') ? { any: 'many' } : part]));
}
