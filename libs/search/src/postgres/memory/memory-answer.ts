import { PAGE_BYTES } from '@app/common';
import type { BoundQuery, SortValue } from '../../query/bound-query';
import { boolOf } from '../../query/build-query';
import type { SearchAnswer, SearchHit, SearchRequest } from '../../query/search-request';
import { facetAnswer, facetCounts, splitFacets } from '../aggregate/facet-count';
import { readTotal } from '../hits/hit-statement';
import type { MemoryIndex } from './memory-index';
import { MemoryQuery, NotInMemory, scoreAt, type Found } from './memory-query';
import { realOf } from './real';
import type { SortColumn } from './sort-column';

/** A page that holds this share of the hits at most is picked from them; else all are sorted. */
const PICKED_SHARE = 1 / 8;

/** A key of the order; the score has no column. */
interface Key {
  readonly column: SortColumn | undefined;
  readonly sign: 1 | -1;
}

type Compare = (one: number, other: number) => number;

/**
 * The answer that PostgreSQL would give of the same rows.
 * @throws {NotInMemory} for what is left to it
 */
export function answerInMemory(index: MemoryIndex, request: SearchRequest): SearchAnswer {
  const { facets, others } = splitFacets(request.aggregations);
  if (Object.keys(others).length > 0) throw new NotInMemory();
  const queries = new MemoryQuery(index);
  const found = queries.found(narrowed(request.query, [request.permission, ...request.filter]));
  const hits = request.postFilter ? within(found, queries.found(request.postFilter), index) : found;
  const isRanked = request.sort.some(({ by }) => by === '_score');
  const scores = isRanked ? scoresOf(hits, index) : undefined;
  const keys = request.sort.map(({ by, direction }): Key => {
    const column = by === '_score' ? undefined : index.sortColumn(by, direction);
    return { column, sign: direction === 'asc' ? 1 : -1 };
  });
  const page = pageOf(request, hits.documents, keys, scores);
  const shown = request.source ? upToBytes(page, index) : page;
  return {
    hits: shown.map((document) => hitOf(document, request, { index, keys, scores })),
    ...readTotal(request, { total: request.totals === false ? null : String(hits.documents.length) }),
    maxScore: scores && request.size > 0 && hits.documents.length > 0 ? greatestOf(scores, hits) : null,
    aggregations: facets.size > 0 ? aggregationsOf(facets, found, index) : {},
    endsEarly: shown.length < page.length,
    timedOut: false,
  };
}

/** With what must match beside it and scores nothing. */
function narrowed(query: BoundQuery, filter: readonly BoundQuery[]): BoundQuery {
  return boolOf({ must: [query], filter });
}

function within({ documents, score }: Found, { documents: others }: Found, index: MemoryIndex): Found {
  const isIn = new Uint8Array(index.size);
  for (const document of others) isIn[document] = 1;
  const scores = documents.reduce<number[]>((all, document, nth) => {
    if (isIn[document]) all.push(scoreAt(score, nth));
    return all;
  }, []);
  return { documents: documents.filter((document) => isIn[document]), score: Float64Array.from(scores) };
}

/** By document, as 32-bit numbers. */
function scoresOf({ documents, score }: Found, index: MemoryIndex): Float32Array {
  const scores = new Float32Array(index.size);
  for (let nth = 0; nth < documents.length; nth++) scores[documents[nth] as number] = scoreAt(score, nth);
  return scores;
}

function greatestOf(scores: Float32Array, { documents }: Found): number {
  return realOf(documents.reduce((most, document) => Math.max(most, scores[document] as number), -Infinity));
}

function pageOf(
  { from, size, searchAfter }: SearchRequest,
  documents: Uint32Array,
  keys: readonly Key[],
  scores: Float32Array | undefined,
): readonly number[] {
  const behind = searchAfter ? documents.filter(behindPlace(searchAfter, keys, scores)) : documents;
  return firstOf(behind, from + size, (one, other) => compare(one, other, keys, scores)).slice(from);
}

/** Missing values stand last, whichever the direction. */
function compare(one: number, other: number, keys: readonly Key[], scores: Float32Array | undefined): number {
  for (const { column, sign } of keys) {
    const places: Float32Array | Int32Array = column ? column.ranks : (scores as Float32Array);
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

/** Whether a document comes behind the place of another one, of which its keys are told. */
function behindPlace(
  place: readonly SortValue[],
  keys: readonly Key[],
  scores: Float32Array | undefined,
): (document: number) => boolean {
  const ranks = keys.map(({ column }, at) => {
    const value = place[at] ?? null;
    if (!column) return Math.fround(Number(value));
    const rank = value === null ? -1 : column.rankOf(value);
    if (rank === undefined) throw new NotInMemory();
    return rank;
  });
  return (document) => {
    for (const [at, { column, sign }] of keys.entries()) {
      const own = (column ? column.ranks[document] : scores?.[document]) as number;
      const compared = compareRanks(own, ranks[at] as number, sign, column !== undefined);
      if (compared !== 0) return compared > 0;
    }
    return false;
  };
}

/** The first so many in their order. */
function firstOf(documents: Uint32Array, most: number, order: Compare): readonly number[] {
  if (most > documents.length * PICKED_SHARE) return [...documents].sort(order).slice(0, most);
  const first: number[] = [];
  for (const document of documents) {
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

interface Ranked {
  readonly index: MemoryIndex;
  readonly keys: readonly Key[];
  readonly scores: Float32Array | undefined;
}

function hitOf(document: number, { source }: SearchRequest, { index, keys, scores }: Ranked): SearchHit {
  const read = index.documentOf(document);
  const score = scores ? realOf(scores[document] as number) : null;
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
): Record<string, unknown> {
  const isFound = new Uint8Array(index.size);
  for (const document of documents) isFound[document] = 1;
  const [terms, counts]: [string[], number[]] = [[], []];
  for (const [term, having] of index.facets) {
    let count = 0;
    for (const document of having) count += isFound[document] as number;
    if (count === 0) continue;
    terms.push(term);
    counts.push(count);
  }
  const all = facetCounts(terms, counts);
  return Object.fromEntries([...facets].map(([name, bucket]) => [name, facetAnswer(bucket, all)]));
}
