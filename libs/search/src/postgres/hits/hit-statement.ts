import { TimeSlice } from '@app/common';
import type { SearchDocument } from '../../document/search-document';
import type { BoundQuery, SortValue } from '../../query/bound-query';
import type { SearchAnswer, SearchHit, SearchRequest } from '../../query/search-request';
import { compileQuery } from '../compile/compile-query';
import { fetchText, ROW, scoreText } from '../compile/compiled';
import type { CompileContext } from '../compile/context';
import { facetsText } from '../aggregate/facet-count';
import { NOTHING_QUEUED, statisticsText } from '../statistics/refresh-statistics';
import type { Statement } from '../compile/parameters';
import { limitText, matchText, pageText, totalText } from './page-statement';
import { behind, keyColumns, orderText, type KeyColumn } from './sort-key';

/** One row a hit; a single one without a node where the page is empty. */
export interface HitRow {
  readonly node: string | null;
  readonly score: number | null;
  readonly sort: string | null;
  readonly source: string | null;
  readonly total: string | null;
  readonly best: number | null;
  /** Rows of the page before it ended early. */
  readonly ranked: string | null;
  /** Columns of the first row, where they were asked for: see `facetsText`, `statisticsText`. */
  readonly facets?: string | null;
  readonly known?: string | null;
}

/** The rows that the statement of a page is about, and the values that it returns beside them. */
export interface PageOrder {
  readonly narrowing?: Narrowing | undefined;
  /** Fields whose facets are counted in all matches. */
  readonly facets?: readonly string[] | undefined;
  /** Its rows are used only where what was assumed is the case: where rows are still to be written it need not search for any. */
  readonly isChecked?: boolean;
}

/** Fewer documents than match, among which the best ones are: see `pruningsOf`. */
export interface Narrowing {
  readonly where: BoundQuery;
  readonly score: BoundQuery;
}

/**
 * The page of a request with its total. All matches are ranked first (materialized): otherwise PostgreSQL may choose
 * to scan an index of the sort order until it finds matches.
 */
export function hitStatement(request: SearchRequest, context: CompileContext, order: PageOrder = {}): Statement {
  const { parameters, assumed } = context;
  const { narrowing, facets, isChecked } = order;
  const keys = keyColumns(request.sort, parameters);
  const ranked = keys.some(({ expression }) => expression === undefined);
  // Whatever meets the narrower condition meets the query.
  const few = narrowing && { ...request, query: narrowing.where };
  const queued = isChecked && assumed?.tellsQueue ? `${NOTHING_QUEUED} and ` : '';
  const matches = `${queued}${matchText(few ?? request, context)}`;
  const columns = [
    ...matchColumns(narrowing?.score ?? request.query, keys, ranked, context),
    ...(facets ? [`${ROW}.facets`] : []),
  ];
  // The narrowed search yields the page but not the total.
  const total = narrowing ? 'null::bigint' : totalText(request, 'm', context);
  const best = ranked ? '(select max(score) from m)' : 'null::real';
  const beside = {
    ...(facets ? { facets: facetsText('m', facets, parameters) } : {}),
    ...(assumed ? { known: statisticsText(parameters.add(assumed.lexemes, 'text[]'), assumed.tellsQueue) } : {}),
  };
  return parameters.statement(`
    with m as materialized (
      select ${columns.join(', ')} from search_row ${ROW} ${fetchText(columns.join())} where ${matches}
    ), page as (
      select m.* from m ${pageCondition(request, keys, context)}
       order by ${orderText(keys)} ${limitText(request, context)}
    )
    ${pageText(request, keys, total, best, parameters, beside)}`);
}

/** The number of hits, without the hits. */
export function countStatement(request: SearchRequest, context: CompileContext): Statement {
  const rows = `search_row ${ROW} where ${matchText(request, context)}`;
  return context.parameters.statement(`
    select ${totalText(request, rows, context)} as total, null::real as best, null::bigint as ranked, null::bigint as node,
           null::real as score, null as sort, null as source`);
}

function matchColumns(
  query: BoundQuery,
  keys: readonly KeyColumn[],
  ranked: boolean,
  context: CompileContext,
): string[] {
  const score = ranked ? [`(${scoreText(compileQuery(query, context).score)})::real as score`] : [];
  const others = keys.flatMap(({ name, expression }) => (expression ? [`${expression} as ${name}`] : []));
  return [`${ROW}.node`, ...score, ...others];
}

function pageCondition(
  { searchAfter }: SearchRequest,
  keys: readonly KeyColumn[],
  { parameters }: CompileContext,
): string {
  return searchAfter ? `where ${behind(keys, searchAfter, parameters)}` : '';
}

export type Hits = Pick<SearchAnswer, 'hits' | 'total' | 'maxScore' | 'endsEarly'> & {
  /** There was no time to count them all: `total` says how many there are at least. */
  readonly timedOut?: boolean;
  /** See `facetsText`. */
  readonly facets?: string;
};

export async function readHits(request: SearchRequest, rows: readonly HitRow[]): Promise<Hits> {
  const hits: SearchHit[] = [];
  const slice = new TimeSlice();
  for (const row of rows) {
    if (row.node !== null) hits.push(readHit(request, row));
    await slice.turn();
  }
  const [first] = rows;
  const endsEarly = hits.length > 0 && hits.length < rankedRows(rows);
  const facets = typeof first?.facets === 'string' ? { facets: first.facets } : {};
  return { hits, maxScore: first?.best ?? null, endsEarly, ...readTotal(request, first), ...facets };
}

/** The number of rows of the page, including those omitted for the size of their documents. */
export function rankedRows([first]: readonly HitRow[]): number {
  return Number(first?.ranked ?? 0);
}

/** The total of a row that knows how many hits there are. */
export function readTotal(
  { totals }: SearchRequest,
  row: Pick<HitRow, 'total'> | undefined,
): Pick<SearchAnswer, 'total'> {
  if (!row || row.total === null) return {};
  const count = Number(row.total);
  const isMore = typeof totals === 'number' && count > totals;
  return { total: isMore ? { value: totals, relation: 'gte' } : { value: count, relation: 'eq' } };
}

/** The total of matches that there was no time to count, with `found` of them on the page. */
export function atLeast({ from }: SearchRequest, found: number): Pick<Hits, 'total' | 'timedOut'> {
  return { total: { value: from + found, relation: 'gte' }, timedOut: true };
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
