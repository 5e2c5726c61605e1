import type { BoundQuery } from '../query/bound-query';
import { Clause } from './clause';
import { readDslJson } from './dsl-json';
import { DslBudget } from './query/query-scope';
import { readQuery } from './query/read-query';

/**
 * A filter in the engine's DSL, `{"query": {…}}` or the query alone, checked against the allow-list and rebuilt. Empty text
 * and `{}` match everything.
 *
 * @param parameter its name as the caller spelt it; every path in an error begins with it
 * @param now epoch ms that `now` in dates stands for
 * @throws {AppError} BAD_REQUEST that names the clause and its path
 */
export function readFilter(parameter: string, text: string, now: number): BoundQuery {
  if (text.trim() === '') return { kind: 'all', boost: 1 };
  const value = readDslJson(parameter, text);
  const clause = Clause.of(value, parameter);
  if (clause.keys.length === 0) return { kind: 'all', boost: 1 };
  const budget = new DslBudget();
  if (!clause.has('query')) return readQuery(value, parameter, budget, now);
  clause.only('query');
  return readQuery(clause.raw('query'), clause.at('query'), budget, now);
}
