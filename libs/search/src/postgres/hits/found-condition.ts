import type { SearchRequest } from '../../query/search-request';
import { compileFilter } from '../compile/compile-query';
import { and } from '../compile/condition';
import type { Condition } from '../compile/condition';
import type { CompileContext } from '../compile/context';

/** What a request finds but for its post filter: what aggregations see. */
export function foundCondition(request: SearchRequest, context: CompileContext): Condition {
  const queries = [request.permission, ...request.filter, request.query];
  return and(queries.map((each) => compileFilter(each, context)));
}
