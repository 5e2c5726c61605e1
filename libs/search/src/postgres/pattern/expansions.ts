import type { BoundQuery, Pattern, PatternQuery } from '../../query/bound-query';

/** What patterns stand for: found in the dictionary before the statement is compiled. */
export interface Expansions {
  /** Tokens of a text field, or facts of a keyword field. */
  of(query: PatternQuery): readonly string[];
}

/** Every pattern of the queries, those in filters and functions too. */
export function patternsIn(queries: readonly BoundQuery[]): PatternQuery[] {
  return queries.flatMap((query): PatternQuery[] => (query.kind === 'pattern' ? [query] : patternsIn(partsOf(query))));
}

/** The queries that a query is made of. */
export function partsOf(query: BoundQuery): readonly BoundQuery[] {
  switch (query.kind) {
    case 'bool':
      return [...query.must, ...query.should, ...query.filter, ...query.mustNot];
    case 'best':
      return query.queries;
    case 'nested':
    case 'constant':
      return [query.query];
    case 'boosting':
      return [query.positive, query.negative];
    case 'functionScore':
      return [query.query, ...query.functions.flatMap(({ filter }) => (filter ? [filter] : []))];
    default:
      return [];
  }
}

/** The same for equal patterns. */
export function patternKey(pattern: Pattern): string {
  return JSON.stringify(pattern);
}

/** A wildcard that is a text with one `*` at its end asks for what begins so. */
export function asPrefix(pattern: Pattern): string | undefined {
  if (pattern.type === 'prefix') return pattern.text;
  if (pattern.type !== 'wildcard') return undefined;
  const [text, rest, ...others] = pattern.parts;
  const ends = typeof rest === 'object' && rest.any === 'many' && others.length === 0;
  return typeof text === 'string' && ends ? text : undefined;
}
