import type { NestedPath } from '../../document/search-field';
import type { BoundQuery, NestedQuery } from '../../query/bound-query';
import { mapParts } from '../../query/query-parts';
import { and, columnSql, ELEMENT, FALSE, render, type Condition } from './condition';
import type { CompileContext } from './context';

/** One element of the array matches. @param compile of what lies inside, with the same context */
export function nestedCondition(
  query: NestedQuery,
  context: CompileContext,
  compile: (query: BoundQuery) => Condition,
): Condition {
  const inner = compile(query.query);
  if (inner.is === 'false') return FALSE;
  const elements = elementsOf(query.path, ELEMENT, 's');
  // Elements inside elements are not separated: nothing is found there.
  const match = columnSql(
    (alias) => `exists (select 1 from search_source s, ${elements}
      where s.node = ${alias}.node and ${render(inner, context.parameters, ELEMENT)})`,
  );
  return and([compile(necessary(query.query)), match]);
}

/** The elements of a document as rows; `source` is its row of search_source. */
export function elementsOf(path: NestedPath, alias: string, source: string): string {
  return `jsonb_to_recordset(${source}.elements -> '${path}') as ${alias} (names tsvector, texts tsvector, kw text[], chunks text)`;
}

/** The query that the document as a whole must match for an element to match: an index answers that. */
function necessary(query: BoundQuery): BoundQuery {
  if (query.kind === 'boosting') return necessary(query.positive);
  if (query.kind === 'functionScore') return necessary(query.query);
  if (query.kind !== 'bool') return mapParts(query, necessary);
  const { must, filter, should } = query;
  const lists = { must: must.map(necessary), filter: filter.map(necessary), should: should.map(necessary) };
  // A negation alone says nothing of the document.
  return { ...query, ...lists, mustNot: [], minimumShouldMatch: should.length > 0 ? query.minimumShouldMatch : 0 };
}
