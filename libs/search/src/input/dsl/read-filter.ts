import type { BoundQuery } from '../../query/bound-query';
import { ALL } from '../../query/build-query';
import { Clause } from './clause';
import { readDslJson } from './dsl-json';
import { DslBudget } from '../dsl-query/query-scope';
import type { FieldScope } from '../dsl-query/query-scope';
import { readQuery } from '../dsl-query/read-query';

/**
 * A filter in the engine's DSL, `{"query": {…}}` or the query alone, checked against the allow-list and rebuilt. Empty text
 * and `{}` match everything.
 *
 * @param parameter its name as the caller spelt it; every path in an error begins with it
 * @throws {AppError} BAD_REQUEST that names the clause and its path
 */
export function readFilter(parameter: string, text: string, fields: FieldScope): BoundQuery {
  if (text.trim() === '') return ALL;
  const value = readDslJson(parameter, text);
  const clause = Clause.of(value, parameter);
  if (clause.keys.length === 0) return ALL;
  const budget = new DslBudget();
  if (!clause.has('query')) return readQuery(value, parameter, budget, fields);
  clause.only('query');
  return readQuery(clause.raw('query'), clause.at('query'), budget, fields);
}
