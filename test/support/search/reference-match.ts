import { SEARCH_FIELDS, type BoundQuery } from '@app/search';
import type { ReferenceDocument } from './reference-document';
import { matchesPattern } from './reference-pattern';
import { phraseMatches } from './reference-phrase';

type Of<Kind extends BoundQuery['kind']> = Extract<BoundQuery, { kind: Kind }>;

/** Whether a document matches: the meaning of a bound query, word for word. A function's least score is not judged here. */
export function matches(query: BoundQuery, document: ReferenceDocument): boolean {
  const tokensOf = (field: string): readonly string[] => (document.tokens.get(field) ?? []).map(({ token }) => token);
  switch (query.kind) {
    case 'all':
      return true;
    case 'none':
      return false;
    case 'bool':
      return matchesBool(query, document);
    case 'best':
      return query.queries.some((each) => matches(each, document));
    case 'term':
      return tokensOf(query.field).includes(query.token);
    case 'phrase':
      return phraseMatches(query, document.tokens.get(query.field) ?? []);
    case 'pattern':
      return textsOf(query.field, document).some((text) => matchesPattern(query.pattern, text));
    case 'keyword':
      return (document.values.get(query.field) ?? []).some((value) => query.values.includes(value));
    case 'range':
      return matchesRange(query, document);
    case 'exists':
      return query.fields.some((field) => document.existing.has(field));
    case 'ids':
      return query.values.includes(document.id);
    case 'nested':
      return (document.elements.get(query.path) ?? []).some((element) => matches(query.query, element));
    case 'constant':
    case 'functionScore':
      return matches(query.query, document);
    case 'boosting':
      return matches(query.positive, document);
  }
}

function matchesBool(
  { must, filter, should, mustNot, minimumShouldMatch }: Of<'bool'>,
  document: ReferenceDocument,
): boolean {
  const met = (each: BoundQuery): boolean => matches(each, document);
  const alone = must.length + filter.length === 0 && should.length > 0;
  const least = alone ? Math.max(1, minimumShouldMatch) : minimumShouldMatch;
  return [...must, ...filter].every(met) && !mustNot.some(met) && should.filter(met).length >= least;
}

/** Tokens of a text, values of a keyword. */
function textsOf(field: string, { tokens, values }: ReferenceDocument): readonly string[] {
  if (SEARCH_FIELDS[field]?.kind === 'text') return (tokens.get(field) ?? []).map(({ token }) => token);
  return SEARCH_FIELDS[field]?.kind === 'keyword' ? ((values.get(field) ?? []) as string[]) : [];
}

function matchesRange({ field, from, to }: Of<'range'>, document: ReferenceDocument): boolean {
  const isText = SEARCH_FIELDS[field]?.kind === 'text';
  const values = isText ? textsOf(field, document) : (document.values.get(field) ?? []);
  const order = (value: unknown, bound: string | number): number =>
    typeof bound === 'string' ? byCodePoint(String(value), bound) : Number(value) - bound;
  return values.some((value) => {
    const low = from ? order(value, from.value) : 1;
    const high = to ? order(value, to.value) : -1;
    return (low > 0 || (low === 0 && from?.inclusive === true)) && (high < 0 || (high === 0 && to?.inclusive === true));
  });
}

export function byCodePoint(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
