import { KnownValues } from '@app/common';
import { keywordForm } from '../../analysis/text-form';
import { elementsAt, type IndexedDocument } from '../../document/search-document';
import { NESTED_PATHS, TEXT_FIELDS, VALUE_FIELDS } from '../../document/search-field';
import { AnalysedTexts } from './analysed-texts';
import { isFacet, keywordTerms } from './keyword-term';
import { COUNTED_CODES, roundedLength } from './layout';
import { textParts, type DictionaryTerm, type TextParts } from './text-parts';

type NestedPath = (typeof NESTED_PATHS)[number];

/** A document as the tables hold it: the columns of search_row and search_source by their names. */
export interface SearchRow {
  readonly columns: Readonly<Record<string, unknown>>;
  /** Each once. */
  readonly terms: readonly DictionaryTerm[];
  /** Names of the fields that did not fit as a whole. */
  readonly trimmed: readonly string[];
}

export function searchRow({ node, document }: IndexedDocument): SearchRow {
  const analysed = new AnalysedTexts();
  const terms: DictionaryTerm[] = [];
  const parts = textParts(document, TEXT_FIELDS, analysed, terms);
  const { totalVotes } = document;
  const kw = keywordTerms(document, VALUE_FIELDS, TEXT_FIELDS);
  return {
    columns: {
      node,
      id: keywordForm(document.id),
      entity_type: keywordForm(document.entityType),
      name_key: keywordForm(document.name),
      display_key: typeof document.displayName === 'string' ? keywordForm(document.displayName) : null,
      fqn_key: keywordForm(document.fullyQualifiedName),
      deleted: document.deleted,
      updated_at: document.updatedAt,
      total_votes: typeof totalVotes === 'number' ? totalVotes : null,
      ...{ names: parts.names, texts: parts.texts, chunks: parts.chunks },
      ...{ kw, facets: kw.filter(isFacet) },
      ...counted(parts),
      document,
      elements: Object.fromEntries(NESTED_PATHS.map((path) => [path, nestedElements(document, path, analysed)])),
    },
    terms,
    trimmed: parts.trimmed,
  };
}

function counted({ counts }: TextParts): Record<string, unknown> {
  const lengths = COUNTED_CODES.map((code) => [`len_${code}`, roundedLength(counts.get(code)?.length ?? 0)] as const);
  return { tokens: COUNTED_CODES.map((code) => counts.get(code)?.all ?? 0), ...Object.fromEntries(lengths) };
}

const below = <Field extends { readonly source: string }>(
  fields: readonly (readonly [string, Field])[],
  path: string,
): (readonly [string, Field])[] => fields.filter(([, { source }]) => source.startsWith(`${path}.`));

/** What the columns of search_row are of a document, of an element. */
interface ElementRow {
  readonly names: string;
  readonly texts: string;
  readonly chunks: string;
  readonly kw: readonly string[];
}

interface Nested {
  readonly texts: typeof TEXT_FIELDS;
  readonly values: typeof VALUE_FIELDS;
  /** Rows of elements by their JSON: a change of a table leaves most of its columns as they were. */
  readonly known: KnownValues<ElementRow>;
}

const NESTED: ReadonlyMap<NestedPath, Nested> = new Map(
  NESTED_PATHS.map((path) => [
    path,
    {
      texts: below(TEXT_FIELDS, path),
      values: below(VALUE_FIELDS, path),
      known: new KnownValues<ElementRow>(4_000, 500),
    },
  ]),
);

/** Each element of the array as a row of its own, so that the same conditions hold for it as for a document. */
function nestedElements(document: unknown, path: NestedPath, analysed: AnalysedTexts): ElementRow[] {
  const { texts, values, known } = NESTED.get(path)!;
  const rowOf = (element: object): ElementRow => {
    const alone = { [path]: element };
    const { names, texts: words, chunks } = textParts(alone, texts, analysed);
    return { names, texts: words, chunks, kw: keywordTerms(alone, values, texts) };
  };
  return elementsAt(document, path).map((element) => known.of(JSON.stringify(element), () => rowOf(element)));
}

/** A row as it is sent to the database. */
export interface StoredRow {
  readonly id: string;
  /** The columns as the text of a JSON object. */
  readonly columns: string;
  readonly terms: readonly DictionaryTerm[];
  /** Names of the fields that did not fit as a whole. */
  readonly trimmed: readonly string[];
}

export function storedRow(document: IndexedDocument): StoredRow {
  const { columns, terms, trimmed } = searchRow(document);
  return { id: document.document.id, columns: JSON.stringify(columns), terms, trimmed };
}
