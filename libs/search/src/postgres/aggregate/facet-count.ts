import type { Aggregation, Aggregations, Bucket } from '../../query/aggregation';
import type { SearchRequest } from '../../query/search-request';
import { ROW } from '../compile/compiled';
import { render } from '../compile/condition';
import type { CompileContext } from '../compile/context';
import type { Statement } from '../compile/parameters';
import { foundCondition } from '../hits/page-statement';
import { FACET_FIELDS } from '../row/keyword-term';
import { bucketAnswer, type Json } from './aggregate-answer';

type Terms = Extract<Bucket, { type: 'terms' }>;

/** How often a keyword term is there. */
export interface FacetRow {
  readonly field: string;
  readonly value: string;
  readonly n: number;
}

/** The plain counts among aggregations by their names, with which one pass over the hits is enough; and the others. */
export function splitFacets(aggregations: Aggregations): {
  readonly facets: ReadonlyMap<string, Terms>;
  readonly others: Aggregations;
} {
  const entries = Object.entries(aggregations);
  const facets = entries.flatMap(([name, each]): [string, Terms][] => {
    const terms = facetOf(each);
    return terms ? [[name, terms]] : [];
  });
  const others = Object.fromEntries(entries.filter(([, each]) => facetOf(each) === undefined));
  return { facets: new Map(facets), others };
}

function facetOf(aggregation: Aggregation): Terms | undefined {
  if (!('bucket' in aggregation) || aggregation.bucket.type !== 'terms') return undefined;
  const { bucket, below } = aggregation;
  const { type: _type, field, size: _size, minDocCount: _least, order, ...special } = bucket;
  const isPlain =
    Object.keys({ ...special, ...below }).length === 0 && order.every(({ by }) => /^_(count|key)$/.test(by));
  return isPlain && FACET_FIELDS.has(field) ? bucket : undefined;
}

export function facetStatement(request: SearchRequest, facets: Iterable<Terms>, context: CompileContext): Statement {
  const { parameters } = context;
  const fields = parameters.add([...new Set([...facets].map(({ field }) => field))], 'text[]');
  // Split after they are counted: there are fewer keyword terms than occurrences.
  return parameters.statement(`
    select f.field, substr(c.fact, length(f.field) + 2) as value, c.n::int
      from (select fact, count(*) as n from search_row ${ROW} cross join unnest(${ROW}.facets) fact
             where ${render(foundCondition(request, context), parameters, ROW)} group by fact) c
     cross join lateral (select split_part(c.fact, '=', 1) as field) f
     where f.field = any(${fields})`);
}

export function facetAnswer(bucket: Terms, rows: readonly FacetRow[]): Json {
  const own = rows.filter(({ field }) => field === bucket.field);
  const all = own.filter(({ n }) => n >= bucket.minDocCount).sort(comparing(bucket));
  const shown = all.slice(0, bucket.size);
  const sum = (list: readonly FacetRow[]): number => list.reduce((total, { n }) => total + n, 0);
  const others = sum(all) - sum(shown);
  return bucketAnswer(
    bucket,
    shown.map(({ value, n }) => ({ parent: [], key: [value], n, others })),
    () => ({}),
  );
}

function comparing({ order }: Terms): (a: FacetRow, b: FacetRow) => number {
  const byKey = (a: FacetRow, b: FacetRow): number => Buffer.compare(Buffer.from(a.value), Buffer.from(b.value));
  return (a, b) => {
    for (const { by, direction } of order) {
      const compared = by === '_count' ? a.n - b.n : byKey(a, b);
      if (compared !== 0) return direction === 'asc' ? compared : -compared;
    }
    return 0;
  };
}
