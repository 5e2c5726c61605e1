import { SEARCH_FIELDS } from '../../document/search-mapping';
import type { TextField, ValueField } from '../../document/search-mapping';

/** Which of the two vectors of a row holds a field's lexemes. */
export type Vector = 'names' | 'texts';

/** Fields of names are in a vector of their own: most searches need no other. */
const NAMES: ReadonlySet<string> = new Set(['name', 'displayName', 'fullyQualifiedName']);

/** The fields that a document's length is kept of, in the order of search_row.tokens. */
export const COUNTED_CODES = ['n', 'm', 'f', 'c', 'h', 'd', 'cd', 'hd'] as const;
export type CountedCode = (typeof COUNTED_CODES)[number];

export const TEXT_FIELDS: readonly (readonly [name: string, field: TextField])[] = Object.entries(
  SEARCH_FIELDS,
).flatMap(([name, field]): [string, TextField][] => (field.kind === 'text' ? [[name, field]] : []));

export const VALUE_FIELDS: readonly (readonly [name: string, field: ValueField])[] = Object.entries(
  SEARCH_FIELDS,
).flatMap(([name, field]): [string, ValueField][] => (field.kind === 'text' ? [] : [[name, field]]));

/** Columns of search_row that hold a value field beside (keywords) or instead of (all others) its facts: a field without one has facts. */
const COLUMNS: Readonly<Record<string, string>> = {
  id: 'id',
  entityType: 'entity_type',
  'name.keyword': 'name_key',
  'displayName.keyword': 'display_key',
  'fullyQualifiedName.keyword': 'fqn_key',
  deleted: 'deleted',
  updatedAt: 'updated_at',
  totalVotes: 'total_votes',
};

export function columnOf(field: string): string | undefined {
  return Object.hasOwn(COLUMNS, field) ? COLUMNS[field] : undefined;
}

/** The field of that name, if it is an analysed text. */
export function textField(name: string): TextField | undefined {
  const field = Object.hasOwn(SEARCH_FIELDS, name) ? SEARCH_FIELDS[name] : undefined;
  return field?.kind === 'text' ? field : undefined;
}

/** The field of that name, if its values are compared whole. */
export function valueField(name: string): ValueField | undefined {
  const field = Object.hasOwn(SEARCH_FIELDS, name) ? SEARCH_FIELDS[name] : undefined;
  return field && field.kind !== 'text' ? field : undefined;
}

export function vectorOf({ source }: TextField): Vector {
  return NAMES.has(source) ? 'names' : 'texts';
}

const COUNTED_BY_SOURCE = new Map(
  [...TEXT_FIELDS].reverse().map(([, { source, code }]) => [source, code] as const), // The first of a source counts.
);

/** Under which code the length of a field is kept: fields of one source are equally long. */
export function countedCode({ source }: TextField): CountedCode {
  return COUNTED_BY_SOURCE.get(source) as CountedCode;
}
