import { porterStem } from '../../analysis/porter';
import type { BoundQuery, PhraseQuery, TermQuery } from '../../query/bound-query';
import { textField } from '../row/layout';

/**
 * Alternatives without those that another one holds anyway: whatever has a word has its stem in the stemmed form of the same
 * text. An index then reads half as many lists. (But for a text that did not fit into its row as a whole.)
 */
export function withoutImplied(queries: readonly BoundQuery[]): readonly BoundQuery[] {
  const stems = new Set(queries.flatMap((each) => keyOf(each, 'stem', (token) => token)));
  if (stems.size === 0) return queries;
  return queries.filter((each) => !keyOf(each, 'parts', porterStem).some((key) => stems.has(key)));
}

/** What a word or phrase asks of a text, if it asks it in that analysis. */
function keyOf(query: BoundQuery, analysis: 'parts' | 'stem', form: (token: string) => string): string[] {
  if (query.kind !== 'term' && query.kind !== 'phrase') return [];
  const field = textField(query.field);
  // What begins with a text need not have a stem that does.
  if (field?.analysis !== analysis || (query.kind === 'phrase' && query.prefix)) return [];
  return [JSON.stringify([field.source, ...wordsOf(query, form)])];
}

function wordsOf(query: TermQuery | PhraseQuery, form: (token: string) => string): unknown[] {
  if (query.kind === 'term') return [form(query.token)];
  const { tokens, slop } = query;
  return [slop, ...tokens.map(({ token, position }) => [form(token), position])];
}
