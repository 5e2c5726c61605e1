import type { BoundQuery } from '../../query/bound-query';
import type { SearchRequest } from '../../query/search-request';
import type { Prepared } from '../compile/context';
import { inverseFrequency, scoreBound } from '../compile/relevance';
import { textField } from '../../document/search-field';
import { countedCode } from '../row/layout';
import { lexeme } from '../row/lexeme';
import { rankedRows, type Narrowing, type HitRow } from './hit-statement';

/** Where fewer documents have the words it is sooner to rank them all at once. */
const WORTHWHILE = 1_000;
/** Fields whose bound is below this share of the greatest are left for later: one occurrence scores about 0.45 of its bound. */
const STRONG = 0.35;
/** Scores are 32-bit numbers: closer than this they may be equal. */
const SLACK = 1 + 1e-5;

export interface Pruning extends Narrowing {
  /** The most that a document scores outside of the narrowing. */
  readonly rest: number;
}

/**
 * A part of the matches that holds the best ones, if the last of the page turns out to score more than any other can: of one
 * word or pattern, the documents that have it in its strongest fields; of several, those that have any but the commonest.
 */
export function pruneOf({ query, sort }: SearchRequest, known: Prepared): Pruning | undefined {
  if (sort[0]?.by !== '_score' || sort[0].direction !== 'desc') return undefined;
  if (query.kind === 'best' && query.tieBreaker === 0) return strongFields(query, known);
  return query.kind === 'bool' ? rareWords(query, known) : undefined;
}

/** Whether a page of the narrowed search is the page of the whole one. */
export function isProven(rows: readonly HitRow[], { rest }: Pruning, { size }: SearchRequest): boolean {
  const last = rows.at(-1);
  return size > 0 && rankedRows(rows) === size && (last?.score ?? 0) > rest * SLACK;
}

type Best = Extract<BoundQuery, { kind: 'best' }>;
type Bool = Extract<BoundQuery, { kind: 'bool' }>;

function strongFields(query: Best, known: Prepared): Pruning | undefined {
  const leaves = query.queries.map((each) => ({ each, ...boundOf(each, known) }));
  const top = Math.max(...leaves.map(({ bound }) => bound));
  const strong = leaves.filter(({ bound }) => bound >= STRONG * top);
  const weak = leaves.filter(({ bound }) => bound < STRONG * top);
  const matches = leaves.reduce((sum, { frequency }) => sum + frequency, 0);
  if (!Number.isFinite(top) || weak.length === 0 || matches < WORTHWHILE) return undefined;
  const reduced = { ...query, queries: strong.map(({ each }) => each) };
  return { where: reduced, score: reduced, rest: query.boost * Math.max(...weak.map(({ bound }) => bound)) };
}

function rareWords(query: Bool, known: Prepared): Pruning | undefined {
  const { must, filter, mustNot, should, minimumShouldMatch, boost } = query;
  if (must.length + filter.length + mustNot.length > 0 || minimumShouldMatch > 1 || should.length < 2) return undefined;
  const words = should
    .map((each) => ({ each, ...boundOf(each, known) }))
    // The difference of two infinite bounds is NaN.
    .sort((a, b) => (a.frequency === b.frequency ? 0 : a.frequency - b.frequency));
  const common = words.at(-1);
  if (!common || !words.every(({ bound }) => Number.isFinite(bound)) || common.frequency < WORTHWHILE) return undefined;
  const others = words.slice(0, -1).map(({ each }) => each);
  return { where: { ...query, should: others }, score: query, rest: boost * common.bound };
}

interface Bound {
  /** The most that it scores; not finite where that is not known. */
  readonly bound: number;
  /** Documents that match, one counted as often as fields do. */
  readonly frequency: number;
}

const UNKNOWN: Bound = { bound: Infinity, frequency: Infinity };

function boundOf(query: BoundQuery, known: Prepared): Bound {
  if (query.kind === 'best' && query.tieBreaker === 0) {
    const parts = query.queries.map((each) => boundOf(each, known));
    return {
      bound: query.boost * Math.max(...parts.map(({ bound }) => bound)),
      frequency: parts.reduce((sum, { frequency }) => sum + frequency, 0),
    };
  }
  // It scores its boost wherever it matches, which may be anywhere.
  if (query.kind === 'pattern') return { bound: query.boost, frequency: known.expansions.frequency(query) };
  if (query.kind !== 'term' && query.kind !== 'phrase') return UNKNOWN;
  const field = textField(query.field);
  if (!field) return { bound: 0, frequency: 0 };
  if (query.kind === 'phrase' && query.prefix) return UNKNOWN;
  const tokens = query.kind === 'term' ? [query.token] : query.tokens;
  const { statistics } = known;
  const documents = statistics.documents(countedCode(field));
  const frequencies = tokens.map((token) => statistics.frequency(lexeme(field.code, token)));
  const idf = frequencies.reduce((sum, df) => sum + inverseFrequency(documents, df), 0);
  const frequency = Math.min(...frequencies);
  // A term that no document has scores nothing.
  return { bound: frequency === 0 ? 0 : scoreBound(idf, query.boost), frequency };
}
