import { createHash } from 'node:crypto';
import { KnownValues, truncate } from '@app/common';
import { keywordForm } from '../../analysis/text-form';
import { textsAt, valuesAt, type Scalar } from '../../document/search-document';
import { FACETS, type TextField, type ValueField } from '../../document/search-field';
import { listOf, type KnownLists } from './known-lists';
import { columnOf } from './layout';

/** A GIN entry has at most 2,704 bytes; longer keyword terms are cut and get a digest. */
const MOST_BYTES = 2_000;
const KEPT_CHARACTERS = 400;

/** `field=value`, as it stands in search_row.kw. Values come lower-cased. */
export function keywordTerm(field: string, value: string | number | boolean): string {
  const text = String(value);
  if (text.length <= KEPT_CHARACTERS || Buffer.byteLength(text) <= MOST_BYTES) return `${field}=${text}`;
  const digest = createHash('sha256').update(text).digest('hex');
  return `${field}=${truncate(text, KEPT_CHARACTERS)}\u0001${digest}`;
}

/** `_exists=path`: the field has a value, or any field below the object does. */
export function existsTerm(path: string): string {
  return `_exists=${path}`;
}

/** The fields of facets: a list of their own in rows, since reading all keyword terms takes three times as long. */
export const FACET_FIELDS: ReadonlySet<string> = new Set(Object.values(FACETS));

export function isFacet(of: string): boolean {
  return FACET_FIELDS.has(of.slice(0, of.indexOf('=')));
}

/**
 * The keyword terms of a document, or of an element in it: the content of its value fields, and which fields and objects it has.
 * @param lists of the document; absent for an element
 */
export function keywordTerms(
  document: unknown,
  values: readonly (readonly [string, ValueField])[],
  texts: readonly (readonly [string, TextField])[],
  lists?: KnownLists,
): string[] {
  const terms = new Set<string>();
  for (const [name, field] of values) addAll(terms, valueTerms, document, name, field, lists);
  for (const [name, field] of texts) addAll(terms, textTerms, document, name, field, lists);
  return [...terms];
}

/** Most fields are none of a list: a function is made for those alone that are, for there are fifty fields. */
function addAll<Field extends { readonly source: string }>(
  terms: Set<string>,
  make: (document: unknown, name: string, field: Field) => readonly string[],
  document: unknown,
  name: string,
  field: Field,
  lists: KnownLists | undefined,
): void {
  const made =
    lists && listOf(field.source) !== undefined
      ? lists.of(field.source, `terms of ${name}`, () => make(document, name, field))
      : make(document, name, field);
  for (const each of made) terms.add(each);
}

const NONE: readonly string[] = [];

function valueTerms(document: unknown, name: string, field: ValueField): readonly string[] {
  const found = valuesAt(document, field.source);
  if (found.length === 0) return NONE;
  const terms = [...existence(name)];
  for (const each of found) if (isTermOf(name, field, each)) terms.push(keywordTerm(name, keywordForm(String(each))));
  return terms;
}

function textTerms(document: unknown, name: string, { source }: TextField): readonly string[] {
  return textsAt(document, source).length > 0 ? existence(name) : NONE;
}

/** Other kinds than keywords are compared in their columns; where they have none, keyword terms say what is of their kind. */
function isTermOf(name: string, { kind }: ValueField, value: Scalar): boolean {
  if (kind === 'keyword') return true;
  return typeof value === (kind === 'boolean' ? 'boolean' : 'number') && columnOf(name) === undefined;
}

const EXISTENCE = new KnownValues<readonly string[]>(10_000, 1_000);

/** The terms of a field that has a value: it exists, and so do the objects it lies in. */
function existence(name: string): readonly string[] {
  return EXISTENCE.of(name, () => {
    const terms: string[] = [];
    for (let path = name; path; path = path.slice(0, Math.max(0, path.lastIndexOf('.')))) terms.push(existsTerm(path));
    return terms;
  });
}
