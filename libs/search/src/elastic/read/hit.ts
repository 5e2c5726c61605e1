import type { SearchDocument } from '../../document/search-document';
import type { SearchHit, SearchRequest } from '../../query/search-request';
import { readSortValues } from '../compile/sort';

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
