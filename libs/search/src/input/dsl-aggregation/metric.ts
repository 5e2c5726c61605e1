import { traitsOf, type MetricType, type TopHits, type ValueMetric } from '../../query/aggregation';
import type { SortKey } from '../../query/bound-query';
import { Clause, refused, shown } from '../dsl/clause';
import { NUMERIC, readValueField, type AggregationReader, type AggregationScope } from './aggregation-scope';

const MOST_TOP_HITS = 10;
/** Elasticsearch looks at the first hundred of a bucket. */
const MOST_SKIPPED = 90;
const MOST_PATHS = 100;
const SOURCE_PATH = /^[A-Za-z0-9_.@*-]{1,200}$/;

/** `precision_threshold` is taken and not needed: counts are as exact as can be. */
export function readMetric(type: MetricType): AggregationReader<ValueMetric> {
  const keys = type === 'cardinality' ? ['field', 'precision_threshold'] : ['field'];
  const kinds = traitsOf(type).isNumeric ? NUMERIC : undefined;
  return (body, path, scope) => ({ type, field: readValueField(Clause.of(body, path).only(...keys), scope, kinds) });
}

function sortField(name: string, path: string, scope: AggregationScope): string {
  if (name === '_score') return name;
  return readValueField(Clause.of({ field: name }, path), scope);
}

function readSort(value: unknown, path: string, scope: AggregationScope): SortKey {
  if (typeof value === 'string') {
    return { by: sortField(value, path, scope), direction: value === '_score' ? 'desc' : 'asc' };
  }
  const clause = Clause.of(value, path);
  const name = clause.single('one field');
  const inner = typeof clause.raw(name) === 'string' ? undefined : clause.child(name).only('order');
  const direction = inner ? inner.oneOf('order', ['asc', 'desc'], 'asc') : clause.oneOf(name, ['asc', 'desc'], 'asc');
  return { by: sortField(name, clause.at(name), scope), direction };
}

function readSource(clause: Clause): TopHits['source'] {
  const value = clause.raw('_source');
  if (value === undefined || typeof value === 'boolean') return value ?? true;
  const paths = typeof value === 'string' ? [value] : clause.texts('_source', MOST_PATHS);
  const bad = paths.find((path) => !SOURCE_PATH.test(path));
  if (bad !== undefined) throw refused(clause.at('_source'), `must name paths of the document, got ${shown(bad)}`);
  return paths;
}

/** By relevance unless it is said otherwise; equal ones by id. */
function readOrder(clause: Clause, scope: AggregationScope): SortKey[] {
  const given = clause.list('sort').map(({ value, path }) => readSort(value, path, scope));
  const first: readonly SortKey[] = given.length > 0 ? given : [{ by: '_score', direction: 'desc' }];
  return [...first, { by: 'id', direction: 'asc' }];
}

/** Whole documents: below `nested` it takes a `reverse_nested` to come back to them. */
export function readTopHits(body: unknown, path: string, scope: AggregationScope): TopHits {
  if (scope.nested) throw refused(path, 'is allowed below reverse_nested, not below nested');
  const clause = Clause.of(body, path).only('size', 'from', 'sort', '_source');
  const size = clause.integer('size', { min: 0, max: MOST_TOP_HITS, fallback: 3 });
  const from = clause.integer('from', { min: 0, max: MOST_SKIPPED, fallback: 0 });
  return { type: 'topHits', size, from, sort: readOrder(clause, scope), source: readSource(clause) };
}
