import { noteField } from '../binding/unmapped-fields';
import { SEARCH_FIELDS } from '../document/search-mapping';
import type { SearchField } from '../document/search-mapping';
import { refused, shown } from './dsl-fault';

const FIELD_NAME = /^[A-Za-z0-9_.@-]{1,200}$/;

/**
 * The name of a field as the mapping has it: `tags.tagFQN.keyword` is `tags.tagFQN`, a keyword itself. A name that the
 * mapping does not have comes back as it is, and finds nothing.
 * @throws {AppError} BAD_REQUEST for what can be no name
 */
export function fieldName(name: string, path: string): string {
  if (!FIELD_NAME.test(name)) {
    throw refused(path, `must be a field name of letters, digits and . _ @ - (1 to 200), got ${shown(name)}`);
  }
  const mapped = mappedName(name);
  noteField(mapped, path);
  return mapped;
}

function mappedName(name: string): string {
  if (Object.hasOwn(SEARCH_FIELDS, name) || !name.endsWith('.keyword')) return name;
  const plain = name.slice(0, -'.keyword'.length);
  return mappedField(plain)?.kind === 'keyword' ? plain : name;
}

/** The field of that name, if the mapping has it. */
export function mappedField(name: string): SearchField | undefined {
  return Object.hasOwn(SEARCH_FIELDS, name) ? SEARCH_FIELDS[name] : undefined;
}
