import { SEARCH_FIELDS } from './search-mapping';
import type { SearchField, TextField, ValueField } from './search-mapping';

/** A field to look in, and how much a match there counts. */
export interface WeightedField {
  readonly field: string;
  readonly weight: number;
}

export const TEXT_FIELDS: readonly (readonly [name: string, field: TextField])[] = Object.entries(
  SEARCH_FIELDS,
).flatMap(([name, field]): [string, TextField][] => (field.kind === 'text' ? [[name, field]] : []));

export const VALUE_FIELDS: readonly (readonly [name: string, field: ValueField])[] = Object.entries(
  SEARCH_FIELDS,
).flatMap(([name, field]): [string, ValueField][] => (field.kind === 'text' ? [] : [[name, field]]));

/** Where a word without a field looks. */
export const BARE_FIELDS: readonly WeightedField[] = TEXT_FIELDS.flatMap(([field, { weight }]) =>
  weight > 0 ? [{ field, weight }] : [],
);

/** undefined for a field that is not mapped: it finds nothing. */
export function fieldOf(name: string): SearchField | undefined {
  return Object.hasOwn(SEARCH_FIELDS, name) ? SEARCH_FIELDS[name] : undefined;
}

/** The field of that name, if it is an analysed text. */
export function textField(name: string): TextField | undefined {
  const field = fieldOf(name);
  return field?.kind === 'text' ? field : undefined;
}

/** The field of that name, if its values are compared whole. */
export function valueField(name: string): ValueField | undefined {
  const field = fieldOf(name);
  return field?.kind === 'text' ? undefined : field;
}

const KEYWORD = '.keyword';

/** The name as the mapping has it: `tags.tagFQN.keyword` is `tags.tagFQN`, a keyword itself. */
export function mappedName(name: string): string {
  if (fieldOf(name) || !name.endsWith(KEYWORD)) return name;
  const plain = name.slice(0, -KEYWORD.length);
  return fieldOf(plain)?.kind === 'keyword' ? plain : name;
}

/** The field in which values are compared whole: for a text its keyword form, where it has one. */
export function wholeName(name: string): string {
  const mapped = mappedName(name);
  return fieldOf(mapped)?.kind === 'text' && fieldOf(mapped + KEYWORD) ? mapped + KEYWORD : mapped;
}

/** The sources whose values a name stands for: its own, or those of the leaves of an object; each once. */
export function leavesOf(name: string): string[] {
  const own = fieldOf(name);
  if (own) return [own.source];
  const below = Object.values(SEARCH_FIELDS).filter(({ source }) => source.startsWith(`${name}.`));
  return [...new Set(below.map(({ source }) => source))];
}
