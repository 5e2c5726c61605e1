import type { BoundQuery } from '../../query/bound-query';
import { anyOf, allOf, bestOf } from '../../query/build-query';
import type { SearchRequest } from '../../query/search-request';
import type { Prepared } from '../compile/context';
import { rankedRows, type HitRow, type Narrowing } from './hit-statement';
import { baseOf, boundOf, meetingsOf, type Bound, type Meetings } from './score-bound';

/** Where fewer documents have the words it is sooner to rank them all at once. */
const WORTHWHILE = 1_000;
/** A narrowing that reads more than this share of what all matches take is not tried. */
const MOST_READ = 0.7;
/** Shares of the greatest bound of a word from which on its fields count as strong; 0: all of them. */
const SHARES = [0, 0.03, 0.08, 0.15, 0.35, 0.6] as const;
/** One occurrence in a field of usual length scores about this share of its bound. */
const USUAL = 0.45;
/** Documents that may score so, for each one of the page, before it is expected that the whole page does. */
const ENOUGH = 2;
/** By so many times it may be wrong how many documents have a word where others meet. */
const SURELY = 10;
/** Words that are paired: of more the pairs are too many for a condition. */
const MOST_PAIRED = 5;
/** Words that are chosen from: of more the commonest alone may have no strong fields, else there were too many choices to look at. */
const MOST_CHOSEN = 8;
/** Scores are 32-bit numbers: closer than this they may be equal. */
const SLACK = 1 + 1e-5;

/** A part of the matches that contains the best ones, if the last of its page proves to score more than any other can. */
export interface Pruning extends Narrowing {
  /** The most that a document scores outside of the narrowing. */
  readonly rest: number;
  /** The score that a whole page of it is expected to have. */
  readonly expected: number;
  /** About as many pages as are read for it. */
  readonly pages: number;
}

export interface Prunings {
  /** About how many documents match; 0 where nothing is known of it. */
  readonly matches: number;
  /** From the smallest on. */
  readonly prunings: readonly Pruning[];
}

const NONE: Prunings = { matches: 0, prunings: [] };

/**
 * Parts of the matches, from the smallest on: documents that have a word in one of its strong fields, for some of the words or all;
 * the same and those that have any two words; of several words, those that have any but the commonest. With each of them go the documents
 * where words meet, or of these alone those that have one in a strong field.
 */
export function pruningsOf(request: SearchRequest, known: Prepared): Prunings {
  const { sort, searchAfter } = request;
  if (sort[0]?.by !== '_score' || sort[0].direction !== 'desc') return NONE;
  const { base, constants } = baseOf(request.query);
  const words = wordsOf(base, known);
  if (!words?.some(({ frequency }) => frequency >= WORTHWHILE)) return NONE;
  const meetings = constants && meetingsOf(constants, known);
  if (!words.every(({ leaves }) => leaves.every(({ bound }) => Number.isFinite(bound)))) return NONE;
  const matches = documentsOf(partsOf(words, words.length, 0), 'strong');
  const most = MOST_READ * pagesOf(matches, words);
  const start = searchAfter ? Number(searchAfter[0]) : Infinity;
  const prunings = choicesOf(words)
    .flatMap((parts) =>
      [prunedTo(parts, request, base), ...pairedOf(parts, request, base, known)]
        .map((each) => withAll(each, meetings))
        .concat(metOf(parts, request, base, known, meetings)),
    )
    .filter(({ rest, pages }) => pages <= most && rest * SLACK < start)
    .sort((a, b) => a.pages - b.pages);
  return { matches, prunings };
}

/** The smallest part that is expected to contain the page. */
export function likelyOf(prunings: readonly Pruning[]): Pruning | undefined {
  return prunings.find(({ rest, expected }) => USUAL * expected > rest);
}

/** The smallest part that surely contains the page, if the page of a smaller one did not score enough. */
export function sureOf(
  prunings: readonly Pruning[],
  rows: readonly HitRow[],
  request: SearchRequest,
): Pruning | undefined {
  return prunings.find((each) => isProven(rows, each, request));
}

/** Whether a page of the narrowed search is the page of the whole one: a page of more matches scores no less. */
export function isProven(rows: readonly HitRow[], { rest }: Pruning, { size }: SearchRequest): boolean {
  const last = rows.at(-1);
  return size > 0 && rankedRows(rows) === size && (last?.score ?? 0) > rest * SLACK;
}

interface Leaf extends Bound {
  readonly query: BoundQuery;
}

/** A word with the fields that it is looked for in; what it scores is the best of them. */
interface Word {
  /** How much more it counts than the best of its fields. */
  readonly boost: number;
  readonly leaves: readonly Leaf[];
  readonly frequency: number;
}

/** From the rarest word on; undefined: the query is no choice of words. */
function wordsOf(query: BoundQuery, known: Prepared): readonly Word[] | undefined {
  if (query.kind === 'best' && query.tieBreaker === 0) return [wordOf(query, known)];
  if (query.kind !== 'bool') return undefined;
  const { must, filter, mustNot, should, minimumShouldMatch } = query;
  if (must.length + filter.length + mustNot.length > 0 || minimumShouldMatch > 1 || should.length < 2) return undefined;
  // The difference of two infinite frequencies is NaN.
  const order = (a: Word, b: Word): number => (a.frequency === b.frequency ? 0 : a.frequency - b.frequency);
  return should.map((each) => wordOf(each, known)).sort(order);
}

function wordOf(query: BoundQuery, known: Prepared): Word {
  const isBest = query.kind === 'best' && query.tieBreaker === 0;
  const leaves = (isBest ? query.queries : [query]).map((each) => ({ query: each, ...boundOf(each, known) }));
  const frequency = leaves.reduce((sum, each) => sum + each.frequency, 0);
  return { boost: isBest ? query.boost : 1, leaves, frequency };
}

/** The fields of a word, by what they may score. */
interface Part {
  readonly word: Word;
  readonly strong: readonly Leaf[];
  readonly weak: readonly Leaf[];
}

function choicesOf(words: readonly Word[]): readonly (readonly Part[])[] {
  const { length } = words;
  const counts = length <= MOST_CHOSEN ? words.map((_, at) => at + 1) : [length - 1, length];
  const choices = counts.flatMap((count) => SHARES.map((share) => partsOf(words, count, share)));
  return choices.filter((parts) => parts.some(({ strong }) => strong.length > 0));
}

/** @param count of words, from the rarest on, that have strong fields at all */
function partsOf(words: readonly Word[], count: number, share: number): readonly Part[] {
  return words.map((word, at) => {
    const top = Math.max(...word.leaves.map(({ bound }) => bound));
    const isStrong = ({ bound }: Leaf): boolean => at < count && bound >= share * top;
    return { word, strong: word.leaves.filter(isStrong), weak: word.leaves.filter((leaf) => !isStrong(leaf)) };
  });
}

function prunedTo(parts: readonly Part[], request: SearchRequest, base: BoundQuery): Pruning {
  const { query } = request;
  const where = strongOf(parts);
  const isOne = query.kind === 'best';
  const boost = boostOf(base);
  const read = parts.map(({ word, strong }) => ({ leaves: isOne ? strong : word.leaves }));
  return {
    where: anyOf(where),
    // Of a single word the weak fields never count in a page that is proven.
    score: isOne ? { ...query, queries: (parts[0] as Part).strong.map((leaf) => leaf.query) } : query,
    rest: boost * sum(parts.map(weakest)),
    expected: boost * reachOf(parts, needed(request)),
    pages: pagesOf(documentsOf(parts, 'strong'), read),
  };
}

/** With those that have two words in weak fields; what is left out has one of them. */
function pairedOf(
  parts: readonly Part[],
  request: SearchRequest,
  base: BoundQuery,
  known: Prepared,
): readonly Pruning[] {
  const having = parts.filter(({ weak }) => weak.some(({ frequency }) => frequency > 0));
  if (having.length < 2 || parts.length > MOST_PAIRED) return [];
  const boost = boostOf(base);
  const all = Math.max(1, known.statistics.documents('n'));
  const pairs = having.flatMap((a, at) => having.slice(at + 1).map((b) => pairOf(a, b, all)));
  const usual = pairs.filter(({ documents }) => documents >= needed(request)).map(({ expected }) => expected);
  const documents = documentsOf(parts, 'strong') + sum(pairs.map((pair) => pair.documents));
  return [
    {
      where: anyOf([...strongOf(parts), ...pairs.map(({ where }) => where)]),
      score: request.query,
      rest: boost * Math.max(...parts.map(weakest)),
      expected: boost * Math.max(reachOf(parts, needed(request)), ...usual),
      pages: pagesOf(
        documents,
        parts.map(({ word }) => word),
      ),
    },
  ];
}

/** With all documents where words meet: outside of it there are none. */
function withAll(pruning: Pruning, meetings: Meetings | undefined): Pruning {
  if (!meetings) return pruning;
  return {
    ...pruning,
    where: anyOf([pruning.where, ...meetings.queries]),
    pages: pruning.pages + 2 * meetings.frequency,
  };
}

/** The documents where words meet; of many, those that have one of them in a strong field as well. */
function metOf(
  parts: readonly Part[],
  request: SearchRequest,
  base: BoundQuery,
  known: Prepared,
  meetings: Meetings | undefined,
): Pruning[] {
  if (!meetings) return [];
  const boost = boostOf(base);
  const all = Math.max(1, known.statistics.documents('n'));
  const documents = (meetings.frequency * documentsOf(parts, 'strong')) / all;
  const apart = boost * sum(parts.map(({ word, strong, weak }) => greatest(word, [...strong, ...weak])));
  if (documents < SURELY * needed(request)) return [];
  const reach = boost * reachOf(parts, needed(request));
  return [
    {
      where: allOf([anyOf(meetings.queries), anyOf(strongOf(parts))]),
      score: request.query,
      rest: Math.max(apart, meetings.most + boost * sum(parts.map(weakest))),
      expected: meetings.least / USUAL + reach,
      pages: 2 * documents,
    },
  ];
}

interface Pair {
  readonly where: BoundQuery;
  readonly documents: number;
  readonly expected: number;
}

/** @param all documents, among which words are taken to be spread evenly */
function pairOf(a: Part, b: Part, all: number): Pair {
  return {
    where: allOf([a, b].map(({ weak }) => bestOf(weak.map(({ query }) => query)))),
    documents: (documentsOf([a], 'weak') * documentsOf([b], 'weak')) / all,
    expected: commonest(a) + commonest(b),
  };
}

/** The most that the commonest of its weak fields may score. */
function commonest({ word, weak }: Part): number {
  const most = Math.max(...weak.map(({ frequency }) => frequency));
  return word.boost * Math.max(...weak.filter(({ frequency }) => frequency === most).map(({ bound }) => bound));
}

/** The most that a document scores by this word in weak fields. */
function weakest({ word, weak }: Part): number {
  return greatest(word, weak);
}

function greatest(word: Word, leaves: readonly Leaf[]): number {
  return word.boost * Math.max(0, ...leaves.map(({ bound }) => bound));
}

function strongOf(parts: readonly Part[]): readonly BoundQuery[] {
  return parts.filter(({ strong }) => strong.length > 0).map(({ strong }) => bestOf(strong.map(({ query }) => query)));
}

/** The bound that at least as many documents may reach. */
function reachOf(parts: readonly Part[], documents: number): number {
  const leaves = parts.flatMap(({ word, strong }) =>
    strong.map(({ bound, frequency }) => ({ bound: word.boost * bound, frequency })),
  );
  let found = 0;
  for (const { bound, frequency } of leaves.sort((a, b) => b.bound - a.bound)) {
    found += frequency;
    if (found >= documents) return bound;
  }
  return 0;
}

/** Fields of one word are mostly in the same documents. */
function documentsOf(parts: readonly Part[], of: 'strong' | 'weak'): number {
  return sum(parts.map((part) => Math.max(0, ...part[of].map(({ frequency }) => frequency))));
}

/** One for the row, another where its vectors are in the toast table. */
function pagesOf(documents: number, read: readonly Pick<Word, 'leaves'>[]): number {
  return read.every(({ leaves }) => leaves.every(({ isInRow }) => isInRow)) ? documents : 2 * documents;
}

function needed({ from, size }: SearchRequest): number {
  return ENOUGH * (from + size);
}

function boostOf(query: BoundQuery): number {
  return query.kind === 'bool' ? query.boost : 1;
}

function sum(all: readonly number[]): number {
  return all.reduce((total, each) => total + each, 0);
}
