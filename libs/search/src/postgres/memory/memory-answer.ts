import { PAGE_BYTES } from '@app/common';
import type { BoundQuery, SortValue } from '../../query/bound-query';
import { boolOf } from '../../query/build-query';
import type { SearchAnswer, SearchHit, SearchRequest } from '../../query/search-request';
import { facetAnswer, facetCounts, splitFacets } from '../aggregate/facet-count';
import { readTotal } from '../hits/hit-statement';
import { DocumentSets, NOT_IN_MEMORY, numbersOf, scoreAt, type Documents, type Found } from './document-sets';
import type { MemoryIndex } from './memory-index';
import { MemoryQuery } from './memory-query';
import { realOf, type SortColumn } from './sort-column';

/** A page that holds this share of the hits at most is picked from them; else all are sorted. */
const PICKED_SHARE = 1 / 8;

/** What documents are ordered by. */
interface Ranking {
  /** By document, as 32-bit numbers; zeros where no key is the score. */
  readonly scores: Float64Array;
  /** The score has no column. */
  readonly keys: readonly { readonly column: SortColumn | undefined; readonly sign: number }[];
}

type Compare = (one: number, other: number) => number;

/**
 * The answer that PostgreSQL would give of the same rows.
 * @throws {NOT_IN_MEMORY} for what is left to it
 */
export function answerInMemory(index: MemoryIndex, request: SearchRequest): SearchAnswer {
  const { facets, others } = splitFacets(request.aggregations);
  if (Object.keys(others).length > 0) throw NOT_IN_MEMORY;
  const sets = new DocumentSets(index.scratch, index.all);
  const queries = new MemoryQuery(index, sets);
  const found = queries.found(narrowed(request.query, [request.permission, ...request.filter]));
  const hits = request.postFilter ? within(found, queries.found(request.postFilter), sets) : found;
  const page = index.scratch((scores) => pageOf(index, request, hits, scores));
  return {
    ...page,
    ...readTotal(request, { total: request.totals === false ? null : String(hits.documents.length) }),
    aggregations: facets.size > 0 ? aggregationsOf(facets, found, index, sets) : {},
    timedOut: false,
  };
}

/** With what must match beside it and scores nothing. */
function narrowed(query: BoundQuery, filter: readonly BoundQuery[]): BoundQuery {
  return boolOf({ must: [query], filter });
}

function within({ documents, score }: Found, { documents: others }: Found, sets: DocumentSets): Found {
  return sets.flagged(others, (isIn) => {
    const nths = numbersOf(documents, (_, nth) => nth).filter((nth) => isIn[documents[nth] as number]);
    return { documents: nths.map((nth) => documents[nth] as number), score: nths.map((nth) => scoreAt(score, nth)) };
  });
}

/** @param scores an array for them, by document */
function pageOf(
  index: MemoryIndex,
  request: SearchRequest,
  { documents, score }: Found,
  scores: Float64Array,
): Pick<SearchAnswer, 'hits' | 'maxScore' | 'endsEarly'> {
  const { from, size, searchAfter, sort, source } = request;
  const isRanked = sort.some(({ by }) => by === '_score');
  let best = -Infinity;
  for (let nth = 0; isRanked && nth < documents.length; nth++) {
    const own = Math.fround(scoreAt(score, nth));
    scores[documents[nth] as number] = own;
    if (own > best) best = own;
  }
  const ranking: Ranking = {
    scores,
    keys: sort.map(({ by, direction }) => ({
      column: by === '_score' ? undefined : index.sortColumn(by, direction),
      sign: direction === 'asc' ? 1 : -1,
    })),
  };
  const behind = searchAfter ? thoseBehind(documents, searchAfter, ranking) : documents;
  const page = firstOf(behind, from + size, (one, other) => compare(one, other, ranking)).slice(from);
  const shown = source ? upToBytes(page, index) : page;
  return {
    hits: shown.map((document) => hitOf(document, index, ranking, { source, isRanked })),
    maxScore: isRanked && size > 0 && documents.length > 0 ? realOf(best) : null,
    endsEarly: shown.length < page.length,
  };
}

/** Missing values stand last, whichever the direction. */
function compare(one: number, other: number, { keys, scores }: Ranking): number {
  for (const { column, sign } of keys) {
    const places: ArrayLike<number> = column ? column.ranks : scores;
    const compared = compareRanks(places[one] as number, places[other] as number, sign, column !== undefined);
    if (compared !== 0) return compared;
  }
  return 0;
}

function compareRanks(a: number, b: number, sign: number, mayMiss: boolean): number {
  if (a === b) return 0;
  if (mayMiss && a === -1) return 1;
  if (mayMiss && b === -1) return -1;
  return a < b ? -sign : sign;
}

/** Those that come behind the place of a document, of which its keys are told. */
function thoseBehind(documents: Documents, place: readonly SortValue[], { keys, scores }: Ranking): Documents {
  const ranks = keys.map(({ column }, at) => {
    const value = place[at] ?? null;
    if (!column) return Math.fround(Number(value));
    const rank = value === null ? -1 : column.rankOf(value);
    if (rank === undefined) throw NOT_IN_MEMORY;
    return rank;
  });
  return numbersOf(documents, (document) => document).filter((document) => {
    for (const [at, { column, sign }] of keys.entries()) {
      const own = (column ? column.ranks[document] : scores[document]) as number;
      const compared = compareRanks(own, ranks[at] as number, sign, column !== undefined);
      if (compared !== 0) return compared > 0;
    }
    return false;
  });
}

/** The first so many in their order. */
function firstOf(documents: Documents, most: number, order: Compare): readonly number[] {
  if (most > documents.length * PICKED_SHARE) return Array.from(documents).sort(order).slice(0, most);
  const first: number[] = [];
  for (let nth = 0; nth < documents.length; nth++) {
    const document = documents[nth] as number;
    if (first.length === most && order(document, first[most - 1] as number) >= 0) continue;
    let at = first.length === most ? most - 1 : first.length;
    for (; at > 0 && order(document, first[at - 1] as number) < 0; at--) first[at] = first[at - 1] as number;
    first[at] = document;
  }
  return first;
}

/** A page of documents ends once it holds 16 MiB, with one at least. */
function upToBytes(page: readonly number[], index: MemoryIndex): readonly number[] {
  let bytes = 0;
  const end = page.findIndex((document) => {
    const isFull = bytes >= PAGE_BYTES;
    bytes += index.bytesOf(document);
    return isFull;
  });
  return end < 0 ? page : page.slice(0, end);
}

function hitOf(
  document: number,
  index: MemoryIndex,
  { keys, scores }: Ranking,
  { source, isRanked }: { readonly source: boolean; readonly isRanked: boolean },
): SearchHit {
  const read = index.documentOf(document);
  const score = isRanked ? realOf(scores[document] as number) : null;
  return {
    id: read.id,
    entityType: read.entityType,
    score,
    sort: keys.map(({ column }) => (column ? (column.values[document] ?? null) : score)),
    ...(source ? { source: read } : {}),
  };
}

function aggregationsOf(
  facets: ReturnType<typeof splitFacets>['facets'],
  { documents }: Found,
  index: MemoryIndex,
  sets: DocumentSets,
): Record<string, unknown> {
  const [terms, counts]: [string[], number[]] = [[], []];
  sets.flagged(documents, (isFound) => {
    for (const [term, having] of index.facets) {
      let count = 0;
      for (const document of having) count += isFound[document] as number;
      if (count === 0) continue;
      terms.push(term);
      counts.push(count);
    }
  });
  const all = facetCounts(terms, counts);
  return Object.fromEntries([...facets].map(([name, bucket]) => [name, facetAnswer(bucket, all)]));
}
