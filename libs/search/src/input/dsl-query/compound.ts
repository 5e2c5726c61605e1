import { NESTED_PATHS } from '../../document/search-mapping';
import type { NestedPath } from '../../document/search-mapping';
import type { BoundQuery } from '../../query/bound-query';
import { NONE } from '../../query/build-query';
import { Clause } from '../dsl/clause';
import { refused, shown } from '../dsl/dsl-fault';
import { withinElement } from './nested-scope';
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

/** @throws {AppError} BAD_REQUEST for a path whose elements are not kept apart */
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
  const query = withinElement(below(clause, 'query', scope), of);
  if (!query) throw refused(clause.at('query'), 'holds a nested query, which is not allowed inside of another one');
  return { kind: 'nested', path: of, query, boost: clause.boost() };
}
