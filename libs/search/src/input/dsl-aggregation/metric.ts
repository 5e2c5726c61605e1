import type { MetricAggregation, NumericMetric } from '../../query/aggregation';
import { Clause } from '../dsl/clause';
import { refused, shown } from '../dsl/dsl-fault';
import type { AggregationReader, AggregationScope } from './aggregation-scope';
import { NUMERIC, readValueField } from './value-field';

const MOST_TOP_HITS = 10;
/** Elasticsearch looks at the first hundred of a bucket. */
const MOST_SKIPPED = 90;
const MOST_PATHS = 100;
const SOURCE_PATH = /^[A-Za-z0-9_.@*-]{1,200}$/;

type Metric = MetricAggregation['metric'];
type TopHits = Extract<Metric, { type: 'topHits' }>;
type Sort = TopHits['sort'][number];

/** min, max, avg, sum, stats: of numbers; dates are epoch ms. */
export function readNumeric(type: NumericMetric): AggregationReader<Metric> {
  return (body, path, scope) => ({
    type,
    field: readValueField(Clause.of(body, path).only('field'), scope, NUMERIC),
  });
}

/** value_count and cardinality, of which `precision_threshold` is taken and not needed: counts are as exact as can be. */
export function readCounting(type: 'valueCount' | 'cardinality'): AggregationReader<Metric> {
  const keys = type === 'cardinality' ? ['field', 'precision_threshold'] : ['field'];
  return (body, path, scope) => ({ type, field: readValueField(Clause.of(body, path).only(...keys), scope) });
}

function sortField(name: string, path: string, scope: AggregationScope): string {
  if (name === '_score') return name;
  return readValueField(Clause.of({ field: name }, path), scope);
}

function readSort(value: unknown, path: string, scope: AggregationScope): Sort {
  if (typeof value === 'string') {
    return { field: sortField(value, path, scope), direction: value === '_score' ? 'desc' : 'asc' };
  }
  const clause = Clause.of(value, path);
  const name = clause.single('one field');
  const inner = typeof clause.raw(name) === 'string' ? undefined : clause.child(name).only('order');
  const direction = inner ? inner.oneOf('order', ['asc', 'desc'], 'asc') : clause.oneOf(name, ['asc', 'desc'], 'asc');
  return { field: sortField(name, clause.at(name), scope), direction };
}

function readSource(clause: Clause): TopHits['source'] {
  const value = clause.raw('_source');
  if (value === undefined || typeof value === 'boolean') return value ?? true;
  const paths = typeof value === 'string' ? [value] : clause.texts('_source', MOST_PATHS);
  const bad = paths.find((path) => !SOURCE_PATH.test(path));
  if (bad !== undefined) throw refused(clause.at('_source'), `must name paths of the document, got ${shown(bad)}`);
  return paths;
}

/** Whole documents: below `nested` it takes a `reverse_nested` to come back to them. */
export function readTopHits(body: unknown, path: string, scope: AggregationScope): TopHits {
  if (scope.nested) throw refused(path, 'is allowed below reverse_nested, not below nested');
  const clause = Clause.of(body, path).only('size', 'from', 'sort', '_source');
  const size = clause.integer('size', { min: 0, max: MOST_TOP_HITS, fallback: 3 });
  const from = clause.integer('from', { min: 0, max: MOST_SKIPPED, fallback: 0 });
  const sort = clause.list('sort').map(({ value, path: at }) => readSort(value, at, scope));
  return { type: 'topHits', size, from, sort, source: readSource(clause) };
}
