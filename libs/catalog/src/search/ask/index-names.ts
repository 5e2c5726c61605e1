import { invalidFields, once } from '@app/common';
import { searchedTypes } from '../documents/search-row';

/** The index of all types. */
export const ALL = 'all';

/** Initialised on first use: by then dependent libraries have registered their types, and none is added later. */
const known = once(namedIndexes);

/** By index name its entity types, and by entity type its index name. */
function namedIndexes(): {
  readonly types: ReadonlyMap<string, readonly string[]>;
  readonly indexes: ReadonlyMap<string, string>;
} {
  return { types: indexNames(), indexes: new Map(searchedTypes().map(({ type, search }) => [type, search.index])) };
}

/** Every index name accepted by a search, with its entity types: the API's index names, and the type names themselves. */
function indexNames(): ReadonlyMap<string, readonly string[]> {
  const types = searchedTypes();
  return new Map<string, readonly string[]>([
    [ALL, types.filter(({ search }) => search.inAll !== false).map(({ type }) => type)],
    ...types.map(({ type, search }) => [search.index, [type]] as const),
    ...types.map(({ type }) => [type, [type]] as const),
  ]);
}

/** The entity types of an index. @throws {AppError} BAD_REQUEST */
export function typesOfIndex(index: string): readonly string[] {
  const { types: names } = known();
  const types = names.get(index);
  if (types) return types;
  const allowed = [...names.keys()].join(', ');
  throw invalidFields([{ field: 'index', message: `"${index}" is no index; allowed are ${allowed}` }]);
}

/** The index name in a hit of the type. */
export function indexOfType(type: string): string {
  return known().indexes.get(type) ?? type;
}
