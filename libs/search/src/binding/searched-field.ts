import { SEARCH_FIELDS } from '../document/search-mapping';
import type { SearchField } from '../document/search-mapping';

/** A field to look in, and how much a match there counts. */
export interface WeightedField {
  readonly field: string;
  readonly weight: number;
}

/** Where a word without a field looks. */
export const BARE_FIELDS: readonly WeightedField[] = Object.entries(SEARCH_FIELDS).flatMap(([field, mapped]) =>
  mapped.kind === 'text' && mapped.weight > 0 ? [{ field, weight: mapped.weight }] : [],
);

/** undefined for a field that is not mapped: it finds nothing. */
export function fieldOf(name: string): SearchField | undefined {
  return Object.hasOwn(SEARCH_FIELDS, name) ? SEARCH_FIELDS[name] : undefined;
}

/** The fields whose values a name stands for: itself, or the leaves of an object; each source once. */
export function leavesOf(name: string): string[] {
  const own = fieldOf(name);
  if (own) return [own.source];
  const below = Object.values(SEARCH_FIELDS).filter(({ source }) => source.startsWith(`${name}.`));
  return [...new Set(below.map(({ source }) => source))];
}
