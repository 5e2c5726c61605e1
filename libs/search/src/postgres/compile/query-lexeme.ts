import type { BoundQuery } from '../../query/bound-query';
import { partsOf } from '../../query/query-parts';
import { textField } from '../../document/search-field';
import { vectorOf } from '../row/layout';
import type { Vector } from '../row/layout';
import { lexeme } from '../row/lexeme';

/** The lexemes whose frequencies a query's scores are made of, each with its vector. */
export function lexemesIn(query: BoundQuery): Map<string, Vector> {
  if (query.kind === 'term') return lexemesOf(query.field, [query.token]);
  if (query.kind === 'phrase') return lexemesOf(query.field, query.tokens);
  return new Map(partsOf(query).flatMap((part) => [...lexemesIn(part)]));
}

function lexemesOf(name: string, tokens: readonly string[]): Map<string, Vector> {
  const field = textField(name);
  return new Map(field ? tokens.map((token) => [lexeme(field.code, token), vectorOf(field)]) : []);
}
