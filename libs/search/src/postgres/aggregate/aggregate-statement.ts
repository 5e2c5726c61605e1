import type { Aggregation, BucketAggregation, TopHits, ValueMetric } from '../../query/aggregation';
import { ROW } from '../compile/compiled';
import type { CompileContext } from '../compile/context';
import type { Parameters } from '../compile/parameters';
import { isColumn, numberOf, valuesOf } from '../compile/row-value';
import { keyColumns, orderText } from '../hits/sort-key';
import { behindKeys, bucketOrder } from './bucket-order';
import { keyed, step, whereText, type Relation } from './bucket-step';
import { metricValue } from './metric-value';

/** The buckets above, by their keys; undefined: there are none with keys. */
export type Parents = readonly (readonly unknown[])[] | undefined;

/**
 * One aggregation as a query: of metrics `{parent, value}`, of buckets `{parent, key, n, others}`, of top hits
 * `{parent, total, …}`, a row each.
 */
export function aggregateText(
  aggregation: Aggregation,
  relation: Relation,
  parents: Parents,
  context: CompileContext,
): string {
  if (!('metric' in aggregation)) return bucketText(aggregation, relation, parents, context);
  const { metric } = aggregation;
  if (metric.type === 'topHits') return topHitsText(metric, relation, parents, context.parameters);
  return metricText(metric, relation, parents, context.parameters);
}

function bucketText(
  { bucket, below }: BucketAggregation,
  relation: Relation,
  parents: Parents,
  context: CompileContext,
): string {
  const inner = step(relation, bucket, context);
  const [above, own] = [inner.keys.slice(0, relation.keys.length), inner.keys.slice(relation.keys.length)];
  const { size, order } = bucketOrder(bucket, below, inner.alias, own, context.parameters);
  const least = bucket.type === 'terms' ? bucket.minDocCount : 1;
  const having = [`count(*) >= ${least}`, ...amongParents(above, parents, context.parameters)];
  const page =
    bucket.type === 'composite' ? { where: [...inner.where, behindKeys(bucket, own, context.parameters)] } : inner;
  return `
    select g.parent, g.key, g.n, g.everything - sum(g.n) over (partition by g.parent) as others from (
      select ${tuple(above)} as parent, ${tuple(own)} as key, count(*) as n,
             sum(count(*)) over (partition by ${tuple(above)}) as everything,
             row_number() over (partition by ${tuple(above)} order by ${order}) as rank
        from ${inner.from} ${whereText(page)} ${groupText(inner.keys)} having ${having.join(' and ')}
    ) g where g.rank <= ${size} order by g.rank`;
}

function tuple(keys: readonly string[]): string {
  return `jsonb_build_array(${keys.join(', ')})`;
}

function groupText(keys: readonly string[]): string {
  return keys.length > 0 ? `group by ${keys.join(', ')}` : '';
}

function amongParents(keys: readonly string[], parents: Parents, parameters: Parameters): string[] {
  if (!parents || keys.length === 0) return [];
  const list = parameters.add(
    parents.map((each) => JSON.stringify(each)),
    'text[]',
  );
  return [`${tuple(keys)} = any((${list})::jsonb[])`];
}

function metricText(metric: ValueMetric, relation: Relation, parents: Parents, parameters: Parameters): string {
  const { inner, value } = metricInput(metric, relation, parameters);
  const having = amongParents(relation.keys, parents, parameters);
  return `select ${tuple(relation.keys)} as parent, ${metricValue(metric.type, value)} as value
    from ${inner.from} ${whereText(inner)} ${groupText(relation.keys)} ${having.length > 0 ? `having ${having.join()}` : ''}`;
}

/** Keywords may be many in one document: a row for each. */
function metricInput(
  { field }: ValueMetric,
  relation: Relation,
  parameters: Parameters,
): { readonly inner: Relation; readonly value: string } {
  const { alias, depth } = relation;
  if (isColumn(field)) return { inner: relation, value: numberOf(field, alias, parameters) };
  const inner = keyed(relation, valuesOf(field, alias, parameters), `k${depth}`, []);
  return { inner, value: `k${depth}.key` };
}

function topHitsText(
  { size, from, sort }: TopHits,
  relation: Relation,
  parents: Parents,
  parameters: Parameters,
): string {
  const keys = keyColumns(sort, parameters);
  const columns = keys.flatMap(({ name, expression }) => (expression ? [`${expression} as ${name}`] : []));
  const where = [...relation.where, ...amongParents(relation.keys, parents, parameters)];
  return `
    select h.parent, h.total, h.best, h.score, s.document, json_build_array(${keys.map(({ name }) => `h.${name}`).join(', ')}) as sort
      from (
        select d.*, row_number() over (partition by d.parent order by ${orderText(keys)}) as rank,
               count(*) over (partition by d.parent) as total, max(d.score) over (partition by d.parent) as best
          from (select ${[`${tuple(relation.keys)} as parent`, `${ROW}.node`, 'scored.score', ...columns].join(', ')}
                  from ${relation.from} left join b scored on scored.node = ${ROW}.node ${whereText({ where })}) d
      ) h join search_source s on s.node = h.node
     where h.rank > ${parameters.add(from, 'int')} and h.rank <= ${parameters.add(from + size, 'int')} order by h.rank`;
}
