import { textField } from '../../document/search-field';
import type { BoundQuery, ConstantQuery } from '../../query/bound-query';
import type { Prepared } from '../compile/context';
import { inverseFrequency, scoreBound } from '../compile/relevance';
import { countedCode, vectorOf } from '../row/layout';
import { lexeme } from '../row/lexeme';

/** The bounds of a query that are known before it is run. */
export interface Bound {
  /** The most that it scores; not finite where that is not known. */
  readonly bound: number;
  /** Documents that match, roughly: as of the last refresh of the dictionary. */
  readonly frequency: number;
  /** Whether its score takes no more than what is in the row itself, and nothing of its toast table. */
  readonly isInRow: boolean;
}

/** Constants that some matches of words score beside them. */
export interface Meetings {
  readonly queries: readonly BoundQuery[];
  /** About how many documents have one of them. */
  readonly frequency: number;
  /** The least score of a document that has one of them, and the most of one that has all. */
  readonly least: number;
  readonly most: number;
}

const UNKNOWN: Bound = { bound: Infinity, frequency: Infinity, isInRow: false };

/** The bound of a word, a phrase or a pattern in one field, or of the best of several. */
export function boundOf(query: BoundQuery, known: Prepared): Bound {
  if (query.kind === 'best' && query.tieBreaker === 0) {
    const parts = query.queries.map((each) => boundOf(each, known));
    return {
      bound: query.boost * Math.max(...parts.map(({ bound }) => bound)),
      frequency: parts.reduce((sum, { frequency }) => sum + frequency, 0),
      isInRow: parts.every(({ isInRow }) => isInRow),
    };
  }
  if (query.kind !== 'pattern' && query.kind !== 'term' && query.kind !== 'phrase') return UNKNOWN;
  const field = textField(query.field);
  const isInRow = field !== undefined && vectorOf(field) === 'names';
  // It scores its boost wherever it matches, which may be anywhere.
  if (query.kind === 'pattern') return { bound: query.boost, frequency: known.expansions.frequency(query), isInRow };
  if (!field) return { bound: 0, frequency: 0, isInRow: true };
  if (query.kind === 'phrase' && query.prefix) return UNKNOWN;
  const tokens = query.kind === 'term' ? [query.token] : query.tokens;
  const { statistics } = known;
  const documents = statistics.documents(countedCode(field));
  const frequencies = tokens.map((token) => statistics.frequency(lexeme(field.code, token)));
  const idf = frequencies.reduce((sum, df) => sum + inverseFrequency(documents, df), 0);
  const frequency = Math.min(...frequencies);
  // A term that no document has scores nothing.
  return { bound: frequency === 0 ? 0 : scoreBound(idf, query.boost), frequency, isInRow };
}

/** A query of words without what its matches score where the words meet, and these constants; see `withMeetings`. */
export function baseOf(query: BoundQuery): {
  readonly base: BoundQuery;
  readonly constants?: readonly ConstantQuery[];
} {
  if (query.kind !== 'bool' || query.must.length !== 1 || query.should.length === 0) return { base: query };
  const isMore = query.filter.length + query.mustNot.length > 0 || query.minimumShouldMatch > 0 || query.boost !== 1;
  const constants = query.should.flatMap((each) => (each.kind === 'constant' ? [each] : []));
  if (isMore || constants.length < query.should.length) return { base: query };
  return { base: query.must[0] as BoundQuery, constants };
}

export function meetingsOf(constants: readonly ConstantQuery[], known: Prepared): Meetings {
  const boosts = constants.map(({ boost }) => boost);
  return {
    queries: constants,
    frequency: constants.reduce((sum, each) => sum + togetherIn(each.query, known), 0),
    least: Math.min(...boosts),
    most: boosts.reduce((sum, boost) => sum + boost, 0),
  };
}

/** About how many documents have the words of phrases in one field: between what chance makes of them, and all that have the rarest. */
function togetherIn(query: BoundQuery, known: Prepared): number {
  if (query.kind === 'best') return query.queries.reduce((sum, each) => sum + togetherIn(each, known), 0);
  const field = query.kind === 'phrase' ? textField(query.field) : undefined;
  if (query.kind !== 'phrase' || !field) return Infinity;
  const documents = Math.max(1, known.statistics.documents(countedCode(field)));
  const shares = query.tokens.map((token) => known.statistics.frequency(lexeme(field.code, token)) / documents);
  return documents * Math.sqrt(Math.min(...shares) * shares.reduce((product, share) => product * share, 1));
}
