import { fieldOf, SEARCH_FIELDS, type NestedPath, type SearchField, type TextField } from '../../document/search-field';

/** The elements of an array that are indexed separately: a path of NESTED_PATHS; undefined: the document itself. */
export type Within = NestedPath | undefined;

/** The objects of an indexed document in which searched values lie, beside the document as it came. */
export const TEXTS = 'text';
export const VALUES = 'value';
export const ELEMENTS = 'element';
/** Names of the fields that have a value. */
export const EXISTS = 'exists';

/** No such field is ever mapped: it finds nothing. */
const UNMAPPED = 'unmapped';

/** Flat names: a field may be called like the beginning of another. */
export const flat = (name: string): string => name.replaceAll('.', '_');

/** Where the elements of an array lie. */
export const elementPath = (path: string): string => `${ELEMENTS}.${path}`;

/** Where the values of these elements, or of the document, are. */
export const prefixOf = (within: Within): string => (within ? `${elementPath(within)}.` : '');

/** Whether the text at that path is analysed both ways; the stemmed form is then a sub-field. */
export function hasParts({ source }: TextField): boolean {
  return Object.values(SEARCH_FIELDS).some(
    (field) => field.kind === 'text' && field.source === source && field.analysis === 'parts',
  );
}

function textPath(field: TextField): string {
  const path = `${TEXTS}.${flat(field.source)}`;
  return field.analysis === 'stem' && hasParts(field) ? `${path}.stem` : path;
}

/** Whether a field belongs to the elements of that array. */
export const isWithin = (field: SearchField, within: Within): boolean =>
  within === undefined || field.source.startsWith(`${within}.`);

/** The path of a field in the index; one that is not mapped, or not there, has a path that finds nothing. */
export function fieldPath(name: string, within?: Within): string {
  const field = fieldOf(name);
  if (!field || !isWithin(field, within)) return UNMAPPED;
  return prefixOf(within) + (field.kind === 'text' ? textPath(field) : `${VALUES}.${flat(name)}`);
}
