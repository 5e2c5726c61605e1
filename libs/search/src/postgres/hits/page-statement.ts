import { PAGE_BYTES } from '@app/common';
import type { SearchRequest } from '../../query/search-request';
import { compileFilter } from '../compile/compile-query';
import { ROW } from '../compile/compiled';
import { and, render, type Condition } from '../compile/condition';
import type { CompileContext } from '../compile/context';
import type { Parameters } from '../compile/parameters';
import { orderText, type KeyColumn } from './sort-key';

/** SQL of texts that the first row of a page returns beside it. */
export interface Beside {
  /** See `facetsText`. */
  readonly facets?: string;
  /** See `statisticsText`. */
  readonly known?: string;
}

/**
 * The rows of a page, joined with their documents; a single one without a node where the page is empty. A page of documents ends
 * early at 16 MiB, with one row at least; `ranked` is the number of rows that it would have had.
 */
export function pageText(
  request: SearchRequest,
  keys: readonly KeyColumn[],
  total: string,
  best: string,
  parameters: Parameters,
  beside: Beside = {},
): string {
  const told = Object.entries(beside);
  const sort = `json_build_array(${keys.map(({ name }) => `p.${name}`).join(', ')})::text`;
  const score = keys.some(({ name }) => name === 'score') ? 'p.score' : 'null::real';
  return `
    select t.total, t.best, p.ranked, p.node, ${score} as score, case when p.node is not null then ${sort} end as sort,
           ${[`${sourceText(request, parameters)} as source`, ...told.map(([name]) => `case when coalesce(p.rank, 1) = 1 then t.${name} end as ${name}`)].join(', ')}
      from (select ${[`${total} as total`, `${best} as best`, ...told.map(([name, text]) => `${text} as ${name}`)].join(', ')}) t
      left join (
        select d.*, count(*) over () as ranked,
               sum(d.document_bytes) over (order by rank) - d.document_bytes as bytes_before
          from (select page.*, s.document, s.document_bytes, row_number() over (order by ${orderText(keys)}) as rank
                  from page left join search_source s on s.node = page.node) d
      ) p on ${request.source ? `coalesce(p.bytes_before, 0) < ${PAGE_BYTES}` : 'true'}
     order by p.rank`;
}

/** The id and the type of a hit are in it, whatever of it is asked for. */
function sourceText({ source, members }: SearchRequest, parameters: Parameters): string {
  if (source && !members) return 'p.document::text';
  const places = (members ?? []).map((each) => parameters.add(each, 'text'));
  const named = [`'id'`, `'entityType'`, ...places].map((each) => `${each}, p.document -> ${each}`);
  return `json_strip_nulls(json_build_object(${named.join(', ')}))::text`;
}

/** All that a page is taken from, as a condition on the row `r`. */
export function matchText(request: SearchRequest, context: CompileContext): string {
  const post = request.postFilter ? [compileFilter(request.postFilter, context)] : [];
  return render(and([foundCondition(request, context), ...post]), context.parameters, ROW);
}

/** How many of the rows of a table expression there are, as exactly as the request wants to know it. */
export function totalText({ totals }: SearchRequest, rows: string, { parameters }: CompileContext): string {
  if (totals === false) return 'null::bigint';
  if (totals === true) return `(select count(*) from ${rows})`;
  return `(select count(*) from (select from ${rows} limit ${parameters.add(totals, 'bigint')} + 1) c)`;
}

export function limitText({ size, from }: SearchRequest, { parameters }: CompileContext): string {
  return `limit ${parameters.add(size, 'int')} offset ${parameters.add(from, 'int')}`;
}

/** The condition of what a request finds but for its post filter: what aggregations see. */
export function foundCondition(request: SearchRequest, context: CompileContext): Condition {
  const queries = [request.permission, ...request.filter, request.query];
  return and(queries.map((each) => compileFilter(each, context)));
}
