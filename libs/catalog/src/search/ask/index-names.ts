import { invalidFields } from '@app/common';
import { searchedTypes } from '../documents/search-row';

/** Everything that is searched. */
export const ALL = 'all';

/** Indexes that known clients ask and that hold nothing here. */
const EMPTY: readonly string[] = ['query_search_index'];

/** Every name that a search takes, with the entity types behind it: those of the interface, and the types themselves. */
function indexNames(): ReadonlyMap<string, readonly string[]> {
  const types = searchedTypes();
  return new Map<string, readonly string[]>([
    [ALL, types.filter(({ search }) => search.inAll !== false).map(({ type }) => type)],
    ...types.map(({ type, search }) => [search.index, [type]] as const),
    ...types.map(({ type }) => [type, [type]] as const),
    ...EMPTY.map((name) => [name, []] as const),
  ]);
}

/** The entity types of an index; none for one that holds nothing. @throws {AppError} BAD_REQUEST */
export function typesOfIndex(index: string): readonly string[] {
  const names = indexNames();
  const types = names.get(index);
  if (types) return types;
  const allowed = [...names.keys()].filter((name) => !EMPTY.includes(name)).join(', ');
  throw invalidFields([{ field: 'index', message: `"${index}" is no index; allowed are ${allowed}` }]);
}

/** What a hit of the type names as its index. */
export function indexOfType(type: string): string {
  return searchedTypes().find((searched) => searched.type === type)?.search.index ?? type;
}
