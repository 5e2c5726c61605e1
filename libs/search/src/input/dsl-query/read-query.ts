import type { BoundQuery } from '../../query/bound-query';
import {
  readMatch,
  readMatchBoolPrefix,
  readMatchPhrase,
  readMatchPhrasePrefix,
  readMultiMatch,
} from '../dsl-text/match';
import { readQueryString, readSimpleQueryString } from '../dsl-text/query-text';
import { Clause, notAllowed } from '../dsl/clause';
import type { FieldScope } from '../dsl/clause-value';
import { readBool, readBoosting, readConstantScore, readDisMax, readNested } from './compound';
import { readFunctionScore } from './function-score';
import { readFuzzy, readPrefix, readRegexp, readWildcard } from './pattern';
import type { DslBudget, QueryReader, QueryScope } from './query-scope';
import { readRange } from './range';
import { readExists, readIds, readMatchAll, readMatchNone, readTerm, readTerms } from './term-level';

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

function scopeAt({ depth, budget, fields }: Place): QueryScope {
  return {
    ...fields,
    read: (value, path) => readAt(value, path, { depth: depth + 1, budget, fields }),
    count: (clauses, path) => budget.clause(clauses, path),
    countPattern: (path) => budget.pattern(path),
  };
}

interface Place {
  readonly depth: number;
  readonly budget: DslBudget;
  readonly fields: FieldScope;
}

function readAt(value: unknown, path: string, place: Place): BoundQuery {
  const { depth, budget } = place;
  budget.depth(depth, path);
  budget.clause(1, path);
  const clause = Clause.of(value, path);
  const unknown = clause.keys.find((key) => !Object.hasOwn(READERS, key));
  if (unknown !== undefined) throw notAllowed(clause.at(unknown), NAMES);
  const name = clause.single('one clause');
  const reader = READERS[name];
  if (!reader) throw notAllowed(clause.at(name), NAMES);
  return reader(clause.raw(name), clause.at(name), scopeAt(place));
}

/**
 * Reads one query, rebuilt clause by clause.
 * @throws {AppError} BAD_REQUEST that names the clause and its path
 */
export function readQuery(value: unknown, path: string, budget: DslBudget, fields: FieldScope): BoundQuery {
  return readAt(value, path, { depth: 1, budget, fields });
}
