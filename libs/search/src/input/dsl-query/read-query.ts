import type { BoundQuery } from '../../query/bound-query';
import {
  readMatch,
  readMatchBoolPrefix,
  readMatchPhrase,
  readMatchPhrasePrefix,
  readMultiMatch,
} from '../dsl-text/match';
import { readQueryString, readSimpleQueryString } from '../dsl-text/query-text';
import { Clause, notAllowed, refused } from '../dsl/clause';
import type { FieldScope } from '../dsl/clause-value';
import { readBool, readBoosting, readConstantScore, readDisMax, readNested } from './compound';
import { readFunctionScore } from './function-score';
import { readFuzzy, readPrefix, readRegexp, readWildcard } from './pattern';
import type { Counted, QueryReader, QueryScope } from './query-scope';
import { readRange } from './range';
import { readExists, readIds, readMatchAll, readMatchNone, readTerm, readTerms } from './term-level';
import { LANGUAGE_LIMITS } from '../language/language-limits';

/** Every clause there is. What is not in it is refused, and nothing of it reaches an engine. */
const READERS: Readonly<Record<string, QueryReader>> = {
  bool: readBool,
  boosting: readBoosting,
  constant_score: readConstantScore,
  dis_max: readDisMax,
  function_score: readFunctionScore,
  nested: readNested,
  match_all: readMatchAll,
  match_none: readMatchNone,
  ids: readIds,
  term: readTerm,
  terms: readTerms,
  exists: readExists,
  prefix: readPrefix,
  wildcard: readWildcard,
  regexp: readRegexp,
  fuzzy: readFuzzy,
  range: readRange,
  match: readMatch,
  match_phrase: readMatchPhrase,
  match_phrase_prefix: readMatchPhrasePrefix,
  match_bool_prefix: readMatchBoolPrefix,
  multi_match: readMultiMatch,
  query_string: readQueryString,
  simple_query_string: readSimpleQueryString,
};

const NAMES = Object.keys(READERS);

/** Maximum nesting depth of queries. */
const MOST_DEPTH = 20;
/** Limits of one parameter, as of a query text. */
const MOST: Readonly<Record<Counted, number>> = {
  clause: LANGUAGE_LIMITS.clauses,
  pattern: LANGUAGE_LIMITS.patterns,
  'phrase with a slop': LANGUAGE_LIMITS.sloppyPhrases,
};

/** Reads the queries of one parameter, rebuilt clause by clause; what it counts is counted however deep it stands. */
export class ClauseReader implements QueryScope {
  readonly now: number;
  readonly noteField: FieldScope['noteField'];

  constructor(
    private readonly fields: FieldScope,
    private readonly depth = 0,
    private readonly counted = { clause: 0, pattern: 0, 'phrase with a slop': 0 },
  ) {
    ({ now: this.now, noteField: this.noteField } = fields);
  }

  read(value: unknown, path: string): BoundQuery {
    if (this.depth === MOST_DEPTH)
      throw refused(path, `is nested too deep; allowed are up to ${MOST_DEPTH} queries in each other`);
    this.count('clause', path);
    const clause = Clause.of(value, path);
    const unknown = clause.keys.find((key) => !Object.hasOwn(READERS, key));
    if (unknown !== undefined) throw notAllowed(clause.at(unknown), NAMES);
    const name = clause.single('one clause');
    const reader = READERS[name] as QueryReader;
    return reader(clause.raw(name), clause.at(name), new ClauseReader(this.fields, this.depth + 1, this.counted));
  }

  count(what: Counted, path: string, more = 1): void {
    this.counted[what] += more;
    if (this.counted[what] > MOST[what])
      throw refused(path, `is one ${what} too many; allowed are up to ${MOST[what]}`);
  }
}
