import { NESTED_PATHS } from '../../../document/search-mapping';
import type { BoundQuery, NestedQuery } from '../../../query/bound-query';
import { constant } from '../compiled';
import type { Compiled, CompileInner } from '../compiled';
import { and, columnSql, ELEMENT, FALSE, render } from '../condition';
import type { CompileContext } from '../context';

/** One element of the array matches; it scores the boost. */
export function compileNested(query: NestedQuery, context: CompileContext, compile: CompileInner): Compiled {
  const score = constant(query.boost);
  if (!isNestedPath(query.path)) return { where: FALSE, score };
  const inner = compile(query.query).where;
  if (inner.is === 'false') return { where: FALSE, score };
  const elements = elementsOf(query.path, ELEMENT, 's');
  // Elements inside elements are not kept apart: there nothing is found.
  const match = columnSql(
    (alias) => `exists (select 1 from search_source s, ${elements}
      where s.node = ${alias}.node and ${render(inner, context.parameters, ELEMENT)})`,
  );
  return { where: and([compile(necessary(query.query)).where, match]), score };
}

export function isNestedPath(path: string): boolean {
  return NESTED_PATHS.some((known) => known === path);
}

/** The elements of a document as rows; `source` is its row of search_source, `path` one of NESTED_PATHS. */
export function elementsOf(path: string, alias: string, source: string): string {
  return `jsonb_to_recordset(${source}.elements -> '${path}') as ${alias} (names tsvector, texts tsvector, kw text[], chunks text)`;
}

/** What the document as a whole must match for an element to match: an index answers that. */
function necessary(query: BoundQuery): BoundQuery {
  switch (query.kind) {
    case 'bool':
      return {
        ...query,
        must: query.must.map(necessary),
        filter: query.filter.map(necessary),
        should: query.should.map(necessary),
        mustNot: [],
        // A negation alone says nothing of the document.
        minimumShouldMatch: query.should.length > 0 ? query.minimumShouldMatch : 0,
      };
    case 'best':
      return { ...query, queries: query.queries.map(necessary) };
    case 'constant':
      return { ...query, query: necessary(query.query) };
    case 'boosting':
      return necessary(query.positive);
    case 'functionScore':
      return necessary(query.query);
    default:
      return query;
  }
}
