import { createHash } from 'node:crypto';
import { truncate } from '@app/common';
import { keywordForm } from '../../analysis/text-form';
import { valuesAt, type Scalar } from '../../document/search-document';
import type { TextField, ValueField } from '../../document/search-field';
import type { KnownLists } from './known-lists';
import { columnOf } from './layout';

/** A GIN entry holds at most 2,704 bytes; longer keyword terms keep their beginning and a digest. */
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

/** Fields with few values that answers count: a list of their own, since reading all keyword terms takes three times as long. */
export const FACET_FIELDS: ReadonlySet<string> = new Set([
  'entityType',
  'serviceType',
  'service.name',
  'tags.tagFQN',
  'tier.tagFQN',
  'owners.name',
  'domains.fullyQualifiedName',
  'entityStatus',
  'contract.latestStatus',
]);

export function isFacet(of: string): boolean {
  return FACET_FIELDS.has(of.slice(0, of.indexOf('=')));
}

/**
 * The keyword terms of a document, or of an element in it: what its value fields hold, and which fields and objects it has.
 * @param lists of the document; absent for an element
 */
export function keywordTerms(
  document: unknown,
  values: readonly (readonly [string, ValueField])[],
  texts: readonly (readonly [string, TextField])[],
  lists?: KnownLists,
): string[] {
  const terms = new Set<string>();
  const add = (source: string, what: string, make: () => readonly string[]): void => {
    for (const each of lists ? lists.of(source, what, make) : make()) terms.add(each);
  };
  for (const [name, field] of values) add(field.source, `terms of ${name}`, () => valueTerms(document, name, field));
  for (const [name, field] of texts) add(field.source, `existence of ${name}`, () => textTerms(document, name, field));
  return [...terms];
}

function valueTerms(document: unknown, name: string, field: ValueField): readonly string[] {
  const found = valuesAt(document, field.source);
  if (found.length === 0) return [];
  return [
    ...existence(name),
    ...found.filter(isTermOf(name, field)).map((each) => keywordTerm(name, keywordForm(String(each)))),
  ];
}

function textTerms(document: unknown, name: string, { source }: TextField): readonly string[] {
  return valuesAt(document, source).some((each) => typeof each === 'string') ? existence(name) : [];
}

/** Other kinds than keywords are compared in their columns; where they have none, keyword terms say what is of their kind. */
function isTermOf(name: string, { kind }: ValueField): (value: Scalar) => boolean {
  if (kind === 'keyword') return () => true;
  const type = kind === 'boolean' ? 'boolean' : 'number';
  return (value) => typeof value === type && columnOf(name) === undefined;
}

const EXISTENCE = new Map<string, readonly string[]>();

/** What is said of a field that has a value: that it exists, and so do the objects it lies in. */
function existence(name: string): readonly string[] {
  const known = EXISTENCE.get(name);
  if (known) return known;
  const terms: string[] = [];
  for (let path = name; path; path = path.slice(0, Math.max(0, path.lastIndexOf('.')))) terms.push(existsTerm(path));
  EXISTENCE.set(name, terms);
  return terms;
}
