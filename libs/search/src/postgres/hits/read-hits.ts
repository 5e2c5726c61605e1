import type { SearchDocument } from '../../document/search-document';
import type { SearchAnswer, SearchHit, SearchRequest, SortValue } from '../../query/search-request';
import type { HitRow } from './hit-statement';

export type Hits = Pick<SearchAnswer, 'hits' | 'total' | 'maxScore'>;

export function readHits(request: SearchRequest, rows: readonly HitRow[]): Hits {
  const hits = rows.filter(({ node }) => node !== null).map((row) => readHit(request, row));
  const [first] = rows;
  return { hits, maxScore: first?.best ?? null, ...readTotal(request, first) };
}

/** Of a row that knows how many hits there are. */
export function readTotal(
  { totals }: SearchRequest,
  row: Pick<HitRow, 'total'> | undefined,
): Pick<SearchAnswer, 'total'> {
  if (!row || row.total === null) return {};
  const count = Number(row.total);
  const isMore = typeof totals === 'number' && count > totals;
  return { total: isMore ? { value: totals, relation: 'gte' } : { value: count, relation: 'eq' } };
}

function readHit({ source }: SearchRequest, row: HitRow): SearchHit {
  const document = JSON.parse(row.source as string) as SearchDocument;
  return {
    id: document.id,
    entityType: document.entityType,
    score: row.score,
    sort: JSON.parse(row.sort as string) as SortValue[],
    ...(source ? { source: document } : {}),
  };
}
