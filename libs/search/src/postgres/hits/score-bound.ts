import { textField } from '../../document/search-field';
import type { BoundQuery } from '../../query/bound-query';
import type { Prepared } from '../compile/context';
import { inverseFrequency, scoreBound } from '../compile/relevance';
import { countedCode, vectorOf } from '../row/layout';
import { lexeme } from '../row/lexeme';

/** What is known of a query before it is run. */
export interface Bound {
  /** The most that it scores; not finite where that is not known. */
  readonly bound: number;
  /** Documents that match, roughly: as of the last refresh of the dictionary. */
  readonly frequency: number;
  /** Whether its score takes no more than what is in the row itself, and nothing of its toast table. */
  readonly isInRow: boolean;
}

const UNKNOWN: Bound = { bound: Infinity, frequency: Infinity, isInRow: false };

/** Of a word, a phrase or a pattern in one field, or the best of several. */
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
