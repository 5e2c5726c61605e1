import { NESTED_PATHS, type NestedPath } from '../../document/search-field';
import type { BoundQuery } from '../../query/bound-query';
import { NONE } from '../../query/build-query';
import { mapParts, partsOf } from '../../query/query-parts';
import { Clause, refused, shown } from '../dsl/clause';
import { minimumShouldMatch } from '../dsl/clause-value';
import type { QueryScope } from './query-scope';

const below = (clause: Clause, key: string, scope: QueryScope): BoundQuery =>
  scope.read(clause.needed(key), clause.at(key));

export function readConstantScore(body: unknown, path: string, scope: QueryScope): BoundQuery {
  const clause = Clause.of(body, path).only('filter', 'boost');
  return { kind: 'constant', query: below(clause, 'filter', scope), boost: clause.boost() };
}

export function readDisMax(body: unknown, path: string, scope: QueryScope): BoundQuery {
  const clause = Clause.of(body, path).only('queries', 'tie_breaker', 'boost');
  clause.needed('queries');
  const queries = clause.list('queries').map(({ value, path: at }) => scope.read(value, at));
  if (queries.length === 0) return NONE;
  const tieBreaker = clause.number('tie_breaker', { min: 0, max: 1, fallback: 0 });
  return { kind: 'best', queries, tieBreaker, boost: clause.boost() };
}

export function readBoosting(body: unknown, path: string, scope: QueryScope): BoundQuery {
  const clause = Clause.of(body, path).only('positive', 'negative', 'negative_boost', 'boost');
  return {
    kind: 'boosting',
    positive: below(clause, 'positive', scope),
    negative: below(clause, 'negative', scope),
    negativeBoost: clause.number('negative_boost', { min: 0, max: 1 }),
    boost: clause.boost(),
  };
}

/** @throws {AppError} BAD_REQUEST for a path whose elements are not indexed separately */
export function nestedPath(clause: Clause): NestedPath {
  const path = clause.text('path');
  const known = NESTED_PATHS.find((each) => each === path);
  if (known) return known;
  throw refused(clause.at('path'), `must be one of ${NESTED_PATHS.join(', ')}, got ${shown(path)}`);
}

/** `score_mode` and `ignore_unmapped` are taken and change nothing: a nested query scores its boost. */
export function readNested(body: unknown, path: string, scope: QueryScope): BoundQuery {
  const clause = Clause.of(body, path).only('path', 'query', 'score_mode', 'ignore_unmapped', 'boost');
  clause.oneOf('score_mode', ['avg', 'max', 'min', 'sum', 'none'], 'avg');
  clause.flag('ignore_unmapped', false);
  const of = nestedPath(clause);
  const query = below(clause, 'query', scope);
  if (holdsNested(query))
    throw refused(clause.at('query'), 'holds a nested query, which is not allowed inside of another one');
  return { kind: 'nested', path: of, query: withinElement(query, `${of}.`), boost: clause.boost() };
}

const KEYS = ['must', 'filter', 'should', 'must_not', 'minimum_should_match', 'boost'];

const readAll = (clause: Clause, key: string, scope: QueryScope): BoundQuery[] =>
  clause.list(key).map(({ value, path }) => scope.read(value, path));

/** Where nothing else must match, one of `should` has to, whatever is asked for. */
function needed(clause: Clause, should: number, required: number): number {
  const spec = clause.raw('minimum_should_match');
  const asked =
    spec === undefined || spec === null ? 0 : minimumShouldMatch(spec, should, clause.at('minimum_should_match'));
  return should > 0 && required === 0 ? Math.max(1, asked) : asked;
}

/** `bool`: without any clause it matches everything. */
export function readBool(body: unknown, path: string, scope: QueryScope): BoundQuery {
  const clause = Clause.of(body, path).only(...KEYS);
  const boost = clause.boost();
  const must = readAll(clause, 'must', scope);
  const filter = readAll(clause, 'filter', scope);
  const should = readAll(clause, 'should', scope);
  const mustNot = readAll(clause, 'must_not', scope);
  const count = needed(clause, should.length, must.length + filter.length);
  if (must.length + filter.length + should.length + mustNot.length === 0) return { kind: 'all', boost };
  return { kind: 'bool', must, filter, should, mustNot, minimumShouldMatch: count, boost };
}

// Of a function score only whether it matches counts: a nested query scores its boost.
const holdsNested = (query: BoundQuery): boolean =>
  query.kind === 'nested' ||
  (query.kind === 'functionScore' ? holdsNested(query.query) : partsOf(query).some(holdsNested));

/** The query as an element of the array sees it: only its own fields are there, and nothing else is found by it. */
function withinElement(query: BoundQuery, prefix: string): BoundQuery {
  if (query.kind === 'ids') return NONE;
  if (query.kind === 'exists') {
    const fields = query.fields.filter((field) => field.startsWith(prefix));
    return fields.length > 0 ? { ...query, fields } : NONE;
  }
  if ('field' in query) return query.field.startsWith(prefix) ? query : NONE;
  if (query.kind === 'functionScore') return withinElement(query.query, prefix);
  return mapParts(query, (part) => withinElement(part, prefix));
}
