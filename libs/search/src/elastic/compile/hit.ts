import type { estypes } from '@elastic/elasticsearch';
import type { SearchDocument } from '../../document/search-document';
import { fieldOf, type ValueField } from '../../document/search-field';
import type { SortKey, SortValue } from '../../query/bound-query';
import type { SearchHit, SearchRequest } from '../../query/search-request';
import { fieldPath } from '../mapping/field-path';

/** A hit as the server answers it; see MAPPING and compileRequest. */
export interface RawHit {
  readonly _score?: number | null;
  readonly _source?: { readonly document?: Partial<SearchDocument> };
  readonly fields?: { readonly id?: readonly unknown[]; readonly type?: readonly unknown[] };
  readonly sort?: readonly unknown[];
}

export const hitId = ({ fields }: RawHit): string => String(fields?.id?.[0]);
export const hitType = ({ fields }: RawHit): string => String(fields?.type?.[0]);

export function readHit(raw: RawHit, { sort, source }: Pick<SearchRequest, 'sort' | 'source'>): SearchHit {
  const byScore = sort[0]?.by === '_score';
  return {
    id: hitId(raw),
    entityType: hitType(raw),
    score: byScore ? (raw._score ?? null) : null,
    sort: readSortValues(sort, raw.sort ?? []),
    // Of a document that has none of the paths asked for the server leaves out the source as a whole.
    ...(source !== false && { source: raw._source?.document ?? {} }),
  };
}

/** The values in place of a missing one at the end of an order: the server answers with it, and is asked with it. */
const BEYOND = { asc: '9223372036854775807', desc: '-9223372036854775808' };

export function compileSort(keys: readonly SortKey[]): estypes.SortCombinations[] {
  return keys.map(({ by, direction }) =>
    by === '_score'
      ? { _score: { order: direction } }
      : { [fieldPath(by)]: { order: direction, missing: '_last', unmapped_type: 'keyword' } },
  );
}

function kindOf({ by }: SortKey): 'score' | ValueField['kind'] {
  const kind = by === '_score' ? 'score' : fieldOf(by)?.kind;
  return kind === undefined || kind === 'text' ? 'keyword' : kind;
}

/** The cursor after the previous page, in the form of the server. */
export function compileAfter(keys: readonly SortKey[], values: readonly SortValue[]): estypes.SortResults {
  return keys.map((key, at) => afterValue(key, values[at] ?? null) as estypes.FieldValue);
}

function afterValue(key: SortKey, value: SortValue): SortValue {
  const kind = kindOf(key);
  if (value !== null || kind === 'keyword') return value;
  if (kind === 'number') return key.direction === 'asc' ? 'Infinity' : '-Infinity';
  return BEYOND[key.direction];
}

/** Sort values of a hit: what stands in for a missing value is null again. */
export function readSortValues(keys: readonly SortKey[], values: readonly unknown[]): SortValue[] {
  return keys.map((key, at) => {
    const value = values[at] as SortValue | undefined;
    if (value === undefined || value === null) return null;
    const kind = kindOf(key);
    if (kind === 'keyword' || kind === 'score') return value;
    if (typeof value === 'string' || Math.abs(Number(value)) >= Number.MAX_SAFE_INTEGER) return beyondOrNumber(value);
    if (kind !== 'boolean') return value;
    return Number(value) === 0 || Number(value) === 1 ? Boolean(value) : null;
  });
}

function beyondOrNumber(value: SortValue): SortValue {
  const number = Number(value);
  return Number.isFinite(number) && Math.abs(number) < 2 ** 63 ? number : null;
}

/** Where a hit's document stands in what is stored. */
export const DOCUMENT = 'document';

/** `_source` of a request for these paths of documents. */
export function compileSource(source: boolean | readonly string[]): estypes.SearchSourceConfig {
  if (typeof source === 'boolean') return source ? [DOCUMENT] : false;
  return source.map((path) => `${DOCUMENT}.${path}`);
}
