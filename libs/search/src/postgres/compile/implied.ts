import { porterStem } from '../../analysis/text-form';
import { textField } from '../../document/search-field';
import type { BoundQuery } from '../../query/bound-query';

/**
 * Alternatives without those that another one includes anyway: whatever has a word has its stem in the stemmed form of the same
 * text. An index then reads half as many lists. (But for a text that did not fit into its row as a whole.)
 */
export function withoutImplied(queries: readonly BoundQuery[]): readonly BoundQuery[] {
  const stems = new Set(queries.map((each) => keyOf(each, 'stem', (token) => token)));
  return stems.size === 1 && stems.has(undefined) ? queries : queries.filter((each) => !isImplied(each, stems));
}

function isImplied(query: BoundQuery, stems: ReadonlySet<string | undefined>): boolean {
  const key = keyOf(query, 'parts', porterStem);
  return key !== undefined && stems.has(key);
}

/** The key of what a word or phrase asks of a text, if it asks it in that analysis. */
function keyOf(query: BoundQuery, analysis: 'parts' | 'stem', form: (token: string) => string): string | undefined {
  if (query.kind !== 'term' && query.kind !== 'phrase') return undefined;
  const field = textField(query.field);
  // What begins with a text need not have a stem that does.
  if (field?.analysis !== analysis || (query.kind === 'phrase' && query.prefix)) return undefined;
  if (query.kind === 'term') return `${field.source} ${form(query.token)}`;
  return JSON.stringify([field.source, query.slop, query.tokens.map(form)]);
}
