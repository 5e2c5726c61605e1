import type { Aggregation, Aggregations, BucketOf } from '../../query/aggregation';
import type { SearchRequest } from '../../query/search-request';
import { ROW } from '../compile/compiled';
import { render } from '../compile/condition';
import type { CompileContext } from '../compile/context';
import type { Parameters, Statement } from '../compile/parameters';
import { foundCondition } from '../hits/page-statement';
import { FACET_FIELDS } from '../row/keyword-term';
import type { Json } from './aggregate-answer';

type Terms = BucketOf<'terms'>;

/** How often a value of a field is there. */
interface FacetCount {
  readonly key: string;
  readonly doc_count: number;
  /** Its rank in the order by code point. */
  readonly at: number;
}

/** The answer of `facetStatement`. */
export interface FacetRow {
  readonly facets: string;
  /** The number of documents, where it was counted. */
  readonly total: string | null;
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

/**
 * The facets of these fields that the rows of a table expression have, ordered by code point, and how often each is there: JSON of two
 * arrays.
 */
export function facetsText(rows: string, fields: readonly string[], parameters: Parameters, where = 'true'): string {
  const all = fields.length === FACET_FIELDS.size;
  // Left out after they are counted: there are fewer keyword terms than occurrences.
  const asked = all ? '' : `where split_part(c.fact, '=', 1) = any(${parameters.add(fields, 'text[]')})`;
  return `(select json_build_array(coalesce(array_agg(c.fact), '{}'), coalesce(array_agg(c.n), '{}'))::text
     from (select fact, count(*) as n from ${rows} cross join unnest(facets) fact where ${where} group by fact order by fact) c ${asked})`;
}

/** @param counted whether the documents are counted as well: their facets are stored for it, in small catalogs only */
export function facetStatement(
  request: SearchRequest,
  fields: readonly string[],
  counted: boolean,
  context: CompileContext,
): Statement {
  const { parameters } = context;
  const where = render(foundCondition(request, context), parameters, ROW);
  if (!counted) {
    const facets = facetsText(`search_row ${ROW}`, fields, parameters, where);
    return parameters.statement(`select ${facets} as facets, null::bigint as total`);
  }
  return parameters.statement(`
    with m as materialized (select ${ROW}.facets from search_row ${ROW} where ${where})
    select ${facetsText('m', fields, parameters)} as facets, (select count(*) from m) as total`);
}

/** Counts by field. */
export type FacetCounts = ReadonlyMap<string, readonly FacetCount[]>;

/** Parses the text of `facetsText`. */
export function readFacets(text: string): FacetCounts {
  const [terms, counts] = JSON.parse(text) as [string[], number[]];
  return facetCounts(terms, counts);
}

/** @param terms ordered by code point, each with its count */
export function facetCounts(terms: readonly string[], counts: readonly number[]): FacetCounts {
  const byField = new Map<string, FacetCount[]>();
  for (const [at, term] of terms.entries()) {
    const end = term.indexOf('=');
    const field = term.slice(0, end);
    const count = { key: term.slice(end + 1), doc_count: counts[at] as number, at };
    const others = byField.get(field);
    if (others) others.push(count);
    else byField.set(field, [count]);
  }
  return byField;
}

/** The answer of `bucketAnswer` for keywords; made here, since most answers have hundreds of such buckets. */
export function facetAnswer(bucket: Terms, counts: FacetCounts): Json {
  const own = counts.get(bucket.field) ?? [];
  const all = own.filter(({ doc_count: n }) => n >= bucket.minDocCount).sort(comparing(bucket));
  const others = all.slice(bucket.size).reduce((sum, { doc_count: n }) => sum + n, 0);
  const buckets = all.slice(0, bucket.size).map(({ key, doc_count }) => ({ key, doc_count }));
  return { doc_count_error_upper_bound: 0, sum_other_doc_count: others, buckets };
}

function comparing({ order }: Terms): (a: FacetCount, b: FacetCount) => number {
  return (a, b) => {
    for (const { by, direction } of order) {
      const compared = by === '_count' ? a.doc_count - b.doc_count : a.at - b.at;
      if (compared !== 0) return direction === 'asc' ? compared : -compared;
    }
    return 0;
  };
}
