import { mappedName } from '../../document/search-field';
import { refused, shown } from './dsl-fault';
import type { FieldScope } from '../dsl-query/query-scope';

const FIELD_NAME = /^[A-Za-z0-9_.@-]{1,200}$/;

/**
 * The name of a field as the mapping has it. A name that the mapping does not have comes back as it is, is noted, and finds
 * nothing.
 * @throws {AppError} BAD_REQUEST for what can be no name
 */
export function fieldName(name: string, path: string, { noteField }: FieldScope): string {
  if (!FIELD_NAME.test(name)) {
    throw refused(path, `must be a field name of letters, digits and . _ @ - (1 to 200), got ${shown(name)}`);
  }
  const mapped = mappedName(name);
  noteField?.(mapped, path);
  return mapped;
}
