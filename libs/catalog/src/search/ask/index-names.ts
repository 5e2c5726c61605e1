import { invalidFields, once } from '@app/common';
import { entityTypes } from '../../types/entity-types';
import { searchedTypes } from '../documents/search-row';

/** The index of all types. */
export const ALL = 'all';

/**
 * Every index name accepted by a search, with its entity types: the API's index names, and the type names themselves. Made on first use: by
 * then dependent libraries have registered their types, and none is added later.
 */
const indexes = once(() => {
  const types = searchedTypes();
  return new Map<string, readonly string[]>([
    [ALL, types.filter(({ search }) => search.inAll !== false).map(({ type }) => type)],
    ...types.map(({ type, search }) => [search.index, [type]] as const),
    ...types.map(({ type }) => [type, [type]] as const),
  ]);
});

/** The entity types of an index. @throws {AppError} BAD_REQUEST */
export function typesOfIndex(index: string): readonly string[] {
  const types = indexes().get(index);
  if (types) return types;
  const allowed = [...indexes().keys()].join(', ');
  throw invalidFields([{ field: 'index', message: `"${index}" is no index; allowed are ${allowed}` }]);
}

export function indexOfType(type: string): string {
  return entityTypes.find(type)?.search?.index ?? type;
}
