import { badRequest } from '@app/common';
import type { estypes } from '@elastic/elasticsearch';
import type { SortKey, SortValue } from '../../query/search-request';
import { fieldOf } from '../../document/search-field';
import { fieldPath } from '../mapping/field-path';

/** What stands in for a missing value at the end of an order: the server answers with it, and is asked with it. */
const BEYOND = { asc: '9223372036854775807', desc: '-9223372036854775808' };

export function compileSort(keys: readonly SortKey[]): estypes.SortCombinations[] {
  return keys.map(({ by, direction }) =>
    by === '_score'
      ? { _score: { order: direction } }
      : { [fieldPath(by)]: { order: direction, missing: '_last', unmapped_type: 'keyword' } },
  );
}

/** What a value of search_after must be, by what its key orders. */
const EXPECTED = { score: 'number', number: 'number', date: 'number', keyword: 'string', boolean: 'boolean' } as const;

type Kind = keyof typeof EXPECTED;

function kindOf({ by }: SortKey): Kind {
  const kind = by === '_score' ? 'score' : fieldOf(by)?.kind;
  return kind === undefined || kind === 'text' ? 'keyword' : kind;
}

function afterValue(key: SortKey, value: SortValue, at: number): SortValue {
  const kind = kindOf(key);
  if (value === null && kind === 'number') return key.direction === 'asc' ? 'Infinity' : '-Infinity';
  if (value === null && kind !== 'score') return kind === 'keyword' ? null : BEYOND[key.direction];
  if (typeof value === EXPECTED[kind] && (typeof value !== 'number' || Number.isFinite(value))) return value;
  throw badRequest(`search_after[${at}] must be a ${EXPECTED[kind]} or null: send the sort of a hit unchanged`);
}

/**
 * The place where the page before ended, as the server takes it.
 * @throws {AppError} BAD_REQUEST for values that no hit of this order has
 */
export function compileAfter(keys: readonly SortKey[], values: readonly SortValue[]): estypes.SortResults {
  if (values.length !== keys.length) {
    throw badRequest(`search_after has ${values.length} values; the order of this search has ${keys.length}`);
  }
  return keys.map((key, at) => afterValue(key, values[at] ?? null, at) as estypes.FieldValue);
}

/** Sort values of a hit: what stands in for a missing value is null again. */
export function readSortValues(keys: readonly SortKey[], values: readonly unknown[]): SortValue[] {
  return keys.map((key, at) => {
    const value = values[at] as SortValue | undefined;
    if (value === undefined || value === null) return null;
    const kind = kindOf(key);
    if (kind === 'keyword' || kind === 'score') return value;
    if (typeof value === 'string' || Math.abs(Number(value)) >= Number.MAX_SAFE_INTEGER) return beyondOrNumber(value);
    return kind === 'boolean' ? Boolean(value) : value;
  });
}

function beyondOrNumber(value: SortValue): SortValue {
  const number = Number(value);
  return Number.isFinite(number) && Math.abs(number) < 2 ** 63 ? number : null;
}
