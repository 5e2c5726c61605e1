import type { IndexedDocument } from '@app/search';
import { analyzeValues } from '../../../libs/search/src/analysis/analyzer';
import { keywordForm } from '../../../libs/search/src/analysis/text-form';
import { elementsAt, textsAt } from '../../../libs/search/src/document/search-document';
import { NESTED_PATHS, TEXT_FIELDS, VALUE_FIELDS } from '../../../libs/search/src/document/search-field';
import { isFacet, keywordTerms } from '../../../libs/search/src/postgres/row/keyword-term';
import { COUNTED_CODES, countedCode, roundedLength, vectorOf } from '../../../libs/search/src/postgres/row/layout';
import { quoted } from '../../../libs/search/src/postgres/row/lexeme';

/** Of one lexeme. */
const MOST_POSITIONS = 255;

interface Words {
  readonly names: string;
  readonly texts: string;
  readonly chunks: string;
}

/** A row of the index as JSON for `search_put_rows`, made in the plainest way: nothing is kept, and all is text. For documents that fit. */
export function referenceRow({ node, document }: IndexedDocument): object {
  const { displayName, totalVotes } = document;
  const kw = keywordTerms(document, VALUE_FIELDS, TEXT_FIELDS);
  const counts = TEXT_FIELDS.map(([, field]) => {
    const tokens = analyzeValues(textsAt(document, field.source), field.analysis);
    return [
      countedCode(field),
      { all: tokens.length, length: tokens.filter(({ stacked }) => !stacked).length },
    ] as const;
  });
  const count = (code: string) => counts.filter(([of]) => of === code).at(-1)?.[1] ?? { all: 0, length: 0 };
  return {
    node,
    id: keywordForm(document.id),
    entity_type: keywordForm(document.entityType),
    name_key: keywordForm(document.name),
    display_key: typeof displayName === 'string' ? keywordForm(displayName) : null,
    fqn_key: keywordForm(document.fullyQualifiedName),
    deleted: document.deleted,
    updated_at: document.updatedAt,
    total_votes: typeof totalVotes === 'number' ? totalVotes : null,
    ...wordsOf(document, ''),
    ...{ kw, facets: kw.filter(isFacet) },
    tokens: COUNTED_CODES.map((code) => count(code).all),
    ...Object.fromEntries(COUNTED_CODES.map((code) => [`len_${code}`, roundedLength(count(code).length)])),
    document,
    elements: Object.fromEntries(NESTED_PATHS.map((path) => [path, elementsOf(document, path)])),
  };
}

function elementsOf(document: unknown, path: string): object[] {
  const below = <Field extends { readonly source: string }>(fields: readonly (readonly [string, Field])[]) =>
    fields.filter(([, { source }]) => source.startsWith(`${path}.`));
  return elementsAt(document, path).map((element) => {
    const alone = { [path]: element };
    return { ...wordsOf(alone, `${path}.`), kw: keywordTerms(alone, below(VALUE_FIELDS), below(TEXT_FIELDS)) };
  });
}

function wordsOf(document: unknown, prefix: string): Words {
  const vectors = { names: new Map<string, number[]>(), texts: new Map<string, number[]>() };
  const chunks = new Map<string, Set<string>>();
  for (const [, field] of TEXT_FIELDS) {
    if (!field.source.startsWith(prefix)) continue;
    for (const { token, position, stacked } of analyzeValues(textsAt(document, field.source), field.analysis)) {
      const lexemes = vectors[vectorOf(field)];
      const lexeme = `${field.code}:${token}`;
      lexemes.set(lexeme, [...(lexemes.get(lexeme) ?? []), position + 1]);
      if (stacked) chunks.set(token, (chunks.get(token) ?? new Set()).add(field.code));
    }
  }
  const textOf = (lexemes: ReadonlyMap<string, number[]>): string =>
    [...lexemes]
      .map(([lexeme, at]) => `${quoted(lexeme)}:${[...new Set(at)].slice(0, MOST_POSITIONS).join(',')}`)
      .join(' ');
  return {
    names: textOf(vectors.names),
    texts: textOf(vectors.texts),
    chunks: [...chunks].map(([token, codes]) => `:${[...codes].join(':')}:\t${token}\n`).join(''),
  };
}
