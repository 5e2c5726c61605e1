import type { BoundQuery } from '../../query/bound-query';
import { Clause } from '../dsl/clause';
import { minimumShouldMatch } from '../dsl/minimum-should-match';
import type { QueryScope } from './query-scope';

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
