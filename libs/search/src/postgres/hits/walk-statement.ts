import type { BoundQuery } from '../../query/bound-query';
import type { SearchRequest } from '../../query/search-request';
import { compileQuery } from '../compile/compile-query';
import { numberText, ROW } from '../compile/compiled';
import type { CompileContext } from '../compile/context';
import type { Statement } from '../compile/parameters';
import { limitText, matchText, pageText, totalText } from './page-statement';
import { behind, keyColumns, type KeyColumn } from './sort-key';

/** Orders that an index has, by the field that comes first: what to order by, where the values are never missing. */
const INDEXED: Readonly<Record<string, readonly string[]>> = {
  updatedAt: [`${ROW}.updated_at`],
  'name.keyword': [`left(${ROW}.name_key, 200)`, `${ROW}.name_key`],
};

/** With fewer matches than this it is faster to rank them all than to walk along an index. */
export const WALK_FROM = 10_000;

/**
 * The page of a request whose matches all score the same, taken along the index of its order; undefined where there is none.
 * Where it matches no more than `from` there is no page in the answer; `total` says so, up to `from` + 1 at least.
 */
export function walkStatement(
  request: SearchRequest,
  context: CompileContext,
  from = WALK_FROM,
): Statement | undefined {
  if (scoresVary(request.query)) return undefined;
  const { score } = compileQuery(request.query, context);
  if (score.is !== 'constant') return undefined;
  const value = `${numberText(score.value)}::real`;
  const keys = keyColumns(request.sort, context.parameters).map((key) => ({
    ...key,
    expression: key.expression ?? value,
  }));
  const order = orderOf(request, keys);
  if (!order) return undefined;
  const after = request.searchAfter ? [`and ${beyond(request, keys, context)}`] : [];
  const columns = keys.map(({ name, expression }) => `${expression} as ${name}`);
  const rows = `search_row ${ROW} where ${matchText(request, context)}`;
  const best = keys.some(({ name }) => name === 'score') ? value : 'null::real';
  return context.parameters.statement(`
    with counted as materialized (
      select count(*) as n from (select from ${rows} limit ${from + 1}) c
    ), page as materialized (
      select ${[`${ROW}.node`, ...columns].join(', ')} from ${rows} and (select n from counted) > ${from} ${after.join(' ')}
       order by ${order} ${limitText(request, context)}
    )
    ${pageText(request, keys, countText(request, rows, from, context), best, context.parameters)}`);
}

/** Whether words score, or the best of several weights: then nothing need be compiled to know that there is no walk. */
export function scoresVary(query: BoundQuery): boolean {
  if (query.kind === 'bool') return [...query.must, ...query.should].some(scoresVary);
  if (query.kind !== 'best') return query.kind === 'term' || query.kind === 'phrase';
  return query.queries.some(scoresVary) || new Set(query.queries.map(weightOf)).size > 1;
}

function weightOf(query: BoundQuery): number {
  return query.kind === 'none' ? 0 : query.boost;
}

/** How many there are: exactly where the request asks for more than is known already. */
function countText(request: SearchRequest, rows: string, from: number, context: CompileContext): string {
  const { totals } = request;
  const known = '(select n from counted)';
  if (totals === false || (typeof totals === 'number' && totals <= from)) return known;
  return `case when ${known} > ${from} then ${totalText(request, rows, context)} else ${known} end`;
}

type Key = KeyColumn & { readonly expression: string };

function orderOf({ sort }: SearchRequest, keys: readonly Key[]): string | undefined {
  const varying = sort.flatMap(({ by }, at) => (by === '_score' ? [] : [{ by, key: keys[at] as Key }]));
  const [first] = varying;
  if (!first || !Object.hasOwn(INDEXED, first.by)) return undefined;
  return varying
    .flatMap(({ by, key: { expression, direction } }) => {
      const indexed = INDEXED[by];
      // An index knows no "nulls last" downwards; these are never null.
      return indexed ? indexed.map((each) => `${each} ${direction}`) : [`${expression} ${direction} nulls last`];
    })
    .join(', ');
}

/** Behind the last hit, said twice: exactly, and so that the index can begin there. */
function beyond(
  { searchAfter = [], sort }: SearchRequest,
  keys: readonly Key[],
  { parameters }: CompileContext,
): string {
  const exact = behind(
    keys.map((key) => ({ ...key, name: key.expression })),
    searchAfter,
    parameters,
  );
  const at = sort.findIndex(({ by }) => by !== '_score');
  const [value, key] = [searchAfter[at], keys[at]];
  const score = sort[0]?.by === '_score';
  if (value === null || value === undefined || !key || score) return exact;
  const operator = key.direction === 'asc' ? '>=' : '<=';
  if (sort[at]?.by === 'updatedAt') {
    return `${exact} and ${ROW}.updated_at ${operator} ${parameters.add(Math.trunc(Number(value)), 'bigint')}`;
  }
  return `${exact} and left(${ROW}.name_key, 200) ${operator} left(${parameters.add(String(value), 'text')}, 200) collate "C"`;
}
