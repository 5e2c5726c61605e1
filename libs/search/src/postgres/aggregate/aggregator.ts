import { groupBy } from '@app/common';
import { checkBuckets, knownKeys, type Aggregation, type Aggregations, type Bucket } from '../../query/aggregation';
import type { SearchRequest } from '../../query/search-request';
import { compileFilter, compileQuery } from '../compile/compile-query';
import { fetchText, ROW, scoreText } from '../compile/compiled';
import { render } from '../compile/condition';
import { contextOf, shaped, type CompileContext, type Prepared } from '../compile/context';
import { foundCondition } from '../hits/page-statement';
import type { SearchPool } from '../search-pool';
import { bucketAnswer, metricAnswer, type AggregateRow, type Json } from './aggregate-answer';
import { aggregateText, type Parents } from './aggregate-statement';
import { relationOf, step, type Relation } from './bucket-step';
import { facetAnswer, facetStatement, readFacets, splitFacets, type FacetRow } from './facet-count';
import { fillHistogram } from './histogram';

/** Common tables: what the request finds, and what the caller may see of everything. */
const FOUND = 'b';
const PERMITTED = 'g';

const NO_FACETS = '[[],[]]';

/** Answers of one level, by the keys of the bucket above as JSON, then by name. */
type Level = ReadonlyMap<string, Json>;

/** The aggregations of one request: a statement for each level of them. */
export class Aggregator {
  private buckets = 0;
  /** Fields whose values are counted by `facetsText`. */
  readonly facetFields: readonly string[];
  private readonly split: ReturnType<typeof splitFacets>;
  /** The number of hits, if it was counted with the facets. */
  total: string | undefined;

  constructor(
    private readonly pool: Pick<SearchPool, 'query'>,
    private readonly request: SearchRequest,
    private readonly prepared: Prepared,
  ) {
    this.split = splitFacets(request.aggregations);
    this.facetFields = [...new Set([...this.split.facets.values()].map(({ field }) => field))];
  }

  /** Whether nothing but facets is asked for. */
  get hasFacetsOnly(): boolean {
    return Object.keys(this.split.others).length === 0;
  }

  /**
   * @param known facets that were counted with the hits
   * @param counted whether to count the hits with the facets
   */
  async answer({ known, counted = false }: { known?: string | undefined; counted?: boolean }): Promise<Json> {
    const { facets, others } = this.split;
    const [texts, found] = await Promise.all([known ?? this.countFacets(counted), this.rest(others)]);
    const rows = readFacets(texts);
    const answers = Object.fromEntries([...facets].map(([name, bucket]) => [name, facetAnswer(bucket, rows)]));
    // In the order in which they were asked for.
    const names = Object.keys(this.request.aggregations);
    return Object.fromEntries(names.map((name) => [name, Object.hasOwn(answers, name) ? answers[name] : found[name]]));
  }

  private async countFacets(counted: boolean): Promise<string> {
    if (this.facetFields.length === 0) return NO_FACETS;
    const statement = facetStatement(this.request, this.facetFields, counted, contextOf(this.prepared));
    const [row] = await this.pool.query<FacetRow>(shaped(statement, this.prepared));
    this.total = row?.total ?? undefined;
    return row?.facets ?? NO_FACETS;
  }

  private async rest(aggregations: Aggregations): Promise<Json> {
    if (Object.keys(aggregations).length === 0) return {};
    const found = await this.level(aggregations, () => relationOf(FOUND), undefined);
    return found.get('[]') ?? {};
  }

  /** @param relation made anew for each statement, since its parameters are */
  private async level(
    aggregations: Aggregations,
    relation: (context: CompileContext) => Relation,
    parents: Parents,
  ): Promise<Level> {
    const entries = Object.entries(aggregations);
    const rows = await this.send(entries, relation, parents);
    const above = (parents ?? [[]]).map((each) => [...each]);
    const answers = new Map(above.map((each) => [JSON.stringify(each), {} as Json]));
    for (const [at, [name, aggregation]] of entries.entries()) {
      const byParent = groupBy(rows[at] ?? [], ({ parent }) => JSON.stringify(parent));
      const one = await this.one(aggregation, relation, above, byParent);
      for (const parent of above) (answers.get(JSON.stringify(parent)) as Json)[name] = one(parent);
    }
    return answers;
  }

  private async one(
    aggregation: Aggregation,
    relation: (context: CompileContext) => Relation,
    above: readonly unknown[][],
    byParent: ReadonlyMap<string, readonly AggregateRow[]>,
  ): Promise<(parent: readonly unknown[]) => Json> {
    const rowsOf = (parent: readonly unknown[]): readonly AggregateRow[] => byParent.get(JSON.stringify(parent)) ?? [];
    if ('metric' in aggregation) return (parent) => metricAnswer(aggregation, rowsOf(parent));
    const { bucket, below } = aggregation;
    const filled = new Map<string, readonly AggregateRow[]>();
    for (const parent of above) {
      const rows = await fillHistogram(this.pool, bucket, rowsOf(parent));
      filled.set(JSON.stringify(parent), rows);
      this.buckets += rows.length;
      checkBuckets(this.buckets);
    }
    const all = above.flatMap((parent) =>
      keysOf(bucket, filled.get(JSON.stringify(parent)) ?? []).map((key) => [...parent, ...key]),
    );
    const inner: Level =
      Object.keys(below).length > 0 && all.length > 0
        ? await this.level(below, (context) => stepped(bucket, relation, context), all)
        : new Map();
    return (parent) =>
      bucketAnswer(
        bucket,
        filled.get(JSON.stringify(parent)) ?? [],
        (key) => inner.get(JSON.stringify([...parent, ...key])) ?? {},
      );
  }

  /** One statement for all aggregations of a level. */
  private async send(
    entries: readonly (readonly [string, Aggregation])[],
    relation: (context: CompileContext) => Relation,
    parents: Parents,
  ): Promise<AggregateRow[][]> {
    const context = contextOf(this.prepared);
    const parts = entries.map(([, aggregation], at) => {
      const text = aggregateText(aggregation, inScope(aggregation, relation(context)), parents, context);
      return `select ${at} as at, coalesce((select json_agg(x) from (${text}) x), '[]') as rows`;
    });
    const statement = context.parameters.statement(`${this.common(context)} ${parts.join(' union all ')}`);
    const answers = await this.pool.query<{ at: number; rows: AggregateRow[] }>(statement);
    return answers.sort((a, b) => a.at - b.at).map(({ rows }) => rows);
  }

  private common(context: CompileContext): string {
    const { parameters } = context;
    const scored = JSON.stringify(this.request.aggregations).includes('"topHits"');
    const score = scored ? `(${scoreText(compileQuery(this.request.query, context).score)})::real` : 'null::real';
    const found = render(foundCondition(this.request, context), parameters, ROW);
    const permitted = render(compileFilter(this.request.permission, context), parameters, ROW);
    return `with ${FOUND} as materialized (select ${ROW}.node, ${score} as score from search_row ${ROW} ${fetchText(score)} where ${found}),
      ${PERMITTED} as (select ${ROW}.node from search_row ${ROW} where ${permitted})`;
  }
}

/** `global` ignores the request's own hits. */
function inScope(aggregation: Aggregation, relation: Relation): Relation {
  return 'bucket' in aggregation && aggregation.bucket.type === 'global' ? relationOf(PERMITTED) : relation;
}

function stepped(bucket: Bucket, relation: (context: CompileContext) => Relation, context: CompileContext): Relation {
  return bucket.type === 'global' ? relationOf(PERMITTED) : step(relation(context), bucket, context);
}

/** The keys that further aggregations stand below. */
function keysOf(bucket: Bucket, rows: readonly AggregateRow[]): readonly (readonly unknown[])[] {
  return knownKeys(bucket) ?? rows.map(({ key = [] }) => key);
}
