import { KnownValues } from '@app/common';
import { keywordForm } from '../../analysis/text-form';
import { elementsAt, type IndexedDocument } from '../../document/search-document';
import { NESTED_PATHS, TEXT_FIELDS, VALUE_FIELDS } from '../../document/search-field';
import { AnalysedTexts } from './analysed-texts';
import { isFacet, keywordTerms } from './keyword-term';
import { KnownLists } from './known-lists';
import { COUNTED_CODES, roundedLength } from './layout';
import { digestOf, digestsOf } from './row-digests';
import { elementTexts, textParts, type DictionaryTerm } from './text-parts';
import { Vector } from './vector';

type NestedPath = (typeof NESTED_PATHS)[number];

/** A document as the tables store it: columns of search_row and search_source, ready to be sent. */
export interface StoredRow {
  readonly node: string;
  readonly id: string;
  /** id, entity_type, name_key, display_key, fqn_key. */
  readonly keys: readonly (string | null)[];
  readonly deleted: boolean;
  readonly updatedAt: number;
  readonly totalVotes: number | null;
  readonly names: Uint8Array;
  readonly texts: Uint8Array;
  readonly chunks: string;
  readonly kw: readonly string[];
  readonly facets: readonly string[];
  /** By counted code: all tokens, and the length as it is stored. */
  readonly tokens: readonly number[];
  readonly lengths: readonly number[];
  /** JSON. */
  readonly document: string;
  readonly elements: string;
  /** The digests of what is long: see {@link PARTS}. */
  readonly digests: Uint8Array;
  /** For the dictionary, in lists of which each term stands once in one. */
  readonly terms: readonly (readonly DictionaryTerm[])[];
  /** Names of the fields that did not fit as a whole. */
  readonly trimmed: readonly string[];
}

export function storedRow({ node, document }: IndexedDocument): StoredRow {
  const analysed = new AnalysedTexts();
  const lists = new KnownLists(document);
  const parts = textParts(document, TEXT_FIELDS, analysed, lists);
  const { displayName, totalVotes } = document;
  const kw = keywordTerms(document, VALUE_FIELDS, TEXT_FIELDS, lists);
  const texts = Vector.binary(parts.texts);
  const elements = elementsOf(document, analysed, lists);
  return {
    ...{ node, id: document.id },
    keys: [
      ...[document.id, document.entityType, document.name].map(keywordForm),
      typeof displayName === 'string' ? keywordForm(displayName) : null,
      keywordForm(document.fullyQualifiedName),
    ],
    deleted: document.deleted,
    updatedAt: document.updatedAt,
    totalVotes: typeof totalVotes === 'number' ? totalVotes : null,
    ...{ names: Vector.binary(parts.names), texts, chunks: parts.chunks },
    ...{ kw, facets: kw.filter(isFacet) },
    tokens: COUNTED_CODES.map((code) => parts.counts.get(code)?.all ?? 0),
    lengths: COUNTED_CODES.map((code) => roundedLength(parts.counts.get(code)?.length ?? 0)),
    ...{ document: JSON.stringify(document), elements: elements.json },
    digests: digestsOf({ texts, kw, elements: elements.digests }),
    ...{ terms: parts.terms, trimmed: parts.trimmed },
  };
}

const below = <Field extends { readonly source: string }>(
  fields: readonly (readonly [string, Field])[],
  path: string,
): (readonly [string, Field])[] => fields.filter(([, { source }]) => source.startsWith(`${path}.`));

interface Nested {
  readonly path: NestedPath;
  readonly texts: typeof TEXT_FIELDS;
  readonly values: typeof VALUE_FIELDS;
  /** Rows of elements by their JSON: a change of a table leaves most of its columns as they were. */
  readonly known: KnownValues<string>;
}

const NESTED: readonly Nested[] = NESTED_PATHS.map((path) => ({
  path,
  texts: below(TEXT_FIELDS, path),
  values: below(VALUE_FIELDS, path),
  known: new KnownValues<string>(4_000, 500),
}));

/** Each element of the arrays as a row of its own, so that the same conditions apply to it as to a document. */
function elementsOf(document: unknown, analysed: AnalysedTexts, lists: KnownLists): { json: string; digests: string } {
  const all = NESTED.map((nested) => {
    const { path } = nested;
    return lists.of(path, 'elements', () => {
      const json = `"${path}":[${elementRows(document, nested, analysed).join(',')}]`;
      return { json, digest: digestOf(json).toString('hex') };
    });
  });
  return { json: `{${all.map(({ json }) => json).join(',')}}`, digests: all.map(({ digest }) => digest).join(' ') };
}

function elementRows(document: unknown, nested: Nested, analysed: AnalysedTexts): string[] {
  return elementsAt(document, nested.path).map((element) =>
    nested.known.of(JSON.stringify(element), () => elementJson(element, nested, analysed)),
  );
}

/**
 * The counterpart, for an element, of the columns of search_row for a document. Its keyword terms are one text, which PostgreSQL reads as
 * an array where an element is looked at: as an array of JSON each of them would cost the write as much as a member of the document.
 */
function elementJson(element: object, { path, texts, values }: Nested, analysed: AnalysedTexts): string {
  const alone = { [path]: element };
  const kw = arrayText(keywordTerms(alone, values, texts));
  return JSON.stringify({ ...elementTexts(alone, texts, analysed), kw });
}

/** A text that PostgreSQL takes as it is, in a text of an array. */
const PLAIN = /^[\w.=:@#/+-]+$/;

/** The texts of an array as a text of PostgreSQL. */
function arrayText(elements: readonly string[]): string {
  const texts = elements.map((each) =>
    PLAIN.test(each) && each.toLowerCase() !== 'null' ? each : `"${each.replaceAll(/["\\]/g, '\\$&')}"`,
  );
  return `{${texts.join(',')}}`;
}
