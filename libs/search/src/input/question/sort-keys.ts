import { invalidFields } from '@app/common';
import { VALUE_FIELDS } from '../../document/search-field';
import type { SortKey } from '../../query/search-request';
import type { SearchQuestion } from './search-question';

/** Fields that have one value at most. An array has no place in an order. */
const SORTABLE: readonly string[] = [
  '_score',
  ...VALUE_FIELDS.map(([name]) => name).filter(
    (name) => !/^(tags|owners|domains|dataProducts|columns|children|followers)\b/.test(name),
  ),
];

/** Texts sort as the keyword that they are. */
const AS_KEYWORD: Readonly<Record<string, string>> = {
  name: 'name.keyword',
  displayName: 'displayName.keyword',
  fullyQualifiedName: 'fullyQualifiedName.keyword',
};

/** Ends with name and id, so that no two hits have the same place. @throws {AppError} BAD_REQUEST */
export function sortKeys({ sortField, sortOrder }: SearchQuestion): SortKey[] {
  const by = sortField ? (AS_KEYWORD[sortField.text] ?? sortField.text) : '_score';
  if (!SORTABLE.includes(by)) {
    const allowed = [...Object.keys(AS_KEYWORD), ...SORTABLE].sort().join(', ');
    const field = sortField?.parameter ?? 'sortField';
    throw invalidFields([{ field, message: `"${by}" is nothing to sort by; allowed are ${allowed}` }]);
  }
  const keys: SortKey[] = [{ by, direction: sortOrder }];
  if (by === 'id') return keys;
  if (by !== 'name.keyword') keys.push({ by: 'name.keyword', direction: 'asc' });
  return [...keys, { by: 'id', direction: 'asc' }];
}
