import type { Database } from '@app/database';
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

/** Puts rows of the index that are made in the plainest way: nothing is left as it was, all is text, and no digest says what they hold. */
export async function putReferenceRows(database: Database, documents: readonly IndexedDocument[]): Promise<void> {
  await database.query(PUT, [JSON.stringify(documents.map(referenceRow))]);
}

const COLUMNS = [
  ...['id text', 'entity_type text', 'name_key text', 'display_key text', 'fqn_key text', 'deleted boolean'],
  ...['updated_at bigint', 'total_votes float8', 'names tsvector', 'texts tsvector', 'kw text[]'],
  ...['facets text[]', 'chunks text', 'tokens integer[]', ...COUNTED_CODES.map((code) => `len_${code} smallint`)],
];
const NAMES = COLUMNS.map((column) => column.split(' ')[0]);

const PUT = `
  with d as materialized (
    select * from json_to_recordset($1) as d (node bigint, ${COLUMNS.join(', ')}, document jsonb, elements jsonb)
  ), r as (
    insert into search_row (node, ${NAMES.join(', ')}) select node, ${NAMES.join(', ')} from d
    on conflict (node) do update set ${NAMES.map((name) => `${name} = excluded.${name}`).join(', ')}
  )
  insert into search_source (node, document, elements) select node, document, elements from d
  on conflict (node) do update set document = excluded.document, elements = excluded.elements, digests = null`;

/** For documents that fit. */
function referenceRow({ node, document }: IndexedDocument): object {
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
