import { createHash } from 'node:crypto';
import { keywordForm } from '../../analysis/text-form';
import { elementsAt, textsAt, valuesAt, type IndexedDocument } from '../../document/search-document';
import { NESTED_PATHS, SEARCH_FIELDS, type SearchField, type ValueField } from '../../document/search-field';
import { ELEMENTS, EXISTS, flat, isWithin, TEXTS, VALUES, type Within } from '../mapping/field-path';
import { MOST_ELEMENTS } from '../mapping/index-mapping';

/** A document as it is indexed; see MAPPING. */
export interface IndexSource {
  readonly node: string;
  readonly id: string;
  readonly type: string;
  readonly fingerprint: string;
  readonly document: object;
  readonly [derived: string]: unknown;
}

type Named = readonly (readonly [string, SearchField])[];

const FIELDS: Named = Object.entries(SEARCH_FIELDS);

/** The path of a nested element's field, seen from the element itself. */
const relative = (source: string, within: Within): string => (within ? source.slice(within.length + 1) : source);

const fieldsWithin = new Map<Within, Named>(
  [undefined, ...NESTED_PATHS].map((path) => [path, FIELDS.filter(([, field]) => isWithin(field, path))]),
);

/** Values in the form that they are compared in; what is of another kind than the field counts as not there. */
function typedValues(document: unknown, source: string, kind: ValueField['kind']): (string | number | boolean)[] {
  const found = valuesAt(document, source).filter((value) => typeof value !== 'object');
  switch (kind) {
    case 'keyword':
      return found.map((value) => keywordForm(String(value)));
    case 'boolean':
      return found.filter((value) => typeof value === 'boolean');
    case 'number':
    case 'date':
      return found.filter((value) => typeof value === 'number' && Number.isFinite(value));
  }
}

/** The field, and the objects around it: `owners.name` and `owners`. */
const pathsTo = (name: string): string[] => name.split('.').map((_, at, steps) => steps.slice(0, at + 1).join('.'));

function derived(document: unknown, within: Within): Record<string, unknown> {
  const texts: Record<string, string[]> = {};
  const values: Record<string, unknown[]> = {};
  const exists = new Set<string>();
  for (const [name, field] of fieldsWithin.get(within) ?? []) {
    const source = relative(field.source, within);
    const found =
      field.kind === 'text'
        ? (texts[flat(field.source)] ??= textsAt(document, source).map((text) => text.normalize('NFC')))
        : (values[flat(name)] = typedValues(document, source, field.kind));
    if (found.length > 0) for (const path of pathsTo(name)) exists.add(path);
  }
  return { [TEXTS]: texts, [VALUES]: values, [EXISTS]: [...exists] };
}

function elementsOf(document: unknown): Record<string, unknown[]> {
  const apart = NESTED_PATHS.map((path) => {
    const elements = elementsAt(document, path).slice(0, MOST_ELEMENTS);
    return [path, elements.map((element) => derived(element, path))] as const;
  });
  return Object.fromEntries(apart);
}

/** Changes when a document is indexed in another way than before. */
const FORM = 1;

/** Equal for equal documents: what a check compares without reading the documents back. */
export function fingerprintOf({ document }: IndexedDocument): string {
  return createHash('sha256')
    .update(`${FORM}\n${JSON.stringify(document)}`)
    .digest('base64')
    .slice(0, 22);
}

/** Arrays of which elements are not looked at one by one, since there are too many. */
export function trimmedPaths({ document }: IndexedDocument): string[] {
  return NESTED_PATHS.filter((path) => elementsAt(document, path).length > MOST_ELEMENTS);
}

export function indexSource(indexed: IndexedDocument): IndexSource {
  const { node, document } = indexed;
  return {
    node,
    id: document.id.toLowerCase(),
    type: document.entityType,
    fingerprint: fingerprintOf(indexed),
    document,
    ...derived(document, undefined),
    [ELEMENTS]: elementsOf(document),
  };
}
