import { wholeName } from '../../document/search-field';
import {
  METRICS,
  traitsOf,
  type Aggregation,
  type Aggregations,
  type Bucket,
  type BucketOf,
  type MetricAggregation,
  type MetricType,
} from '../../query/aggregation';
import { noneOf } from '../../query/build-query';
import { bindExists } from '../binding/bind-field';
import { nestedPath } from '../dsl-query/compound';
import { Clause, notAllowed, refused, shown } from '../dsl/clause';
import { fieldName } from '../dsl/clause-value';
import type { AggregationReader, AggregationScope } from './aggregation-scope';
import { readComposite } from './composite';
import { readFilters } from './filter';
import { readDateHistogram, readHistogram } from './histogram';
import { readMetric, readTopHits } from './metric';
import { readDateRange, readRange } from './range';
import { readTerms } from './terms';

const MOST_DEPTH = 3;
const BELOW = ['aggregations', 'aggs'];
const NAME = /^[A-Za-z0-9_.@ -]{1,200}$/;

const METRIC_READERS: Readonly<Record<string, AggregationReader<MetricAggregation['metric']>>> = {
  ...Object.fromEntries(Object.keys(METRICS).map((type) => [type, readMetric(type as MetricType)])),
  top_hits: readTopHits,
};

const BUCKET_READERS: Readonly<Record<string, AggregationReader<Bucket>>> = {
  terms: readTerms,
  filter: (body, path, scope) => ({ type: 'filter', query: scope.readQuery(body, path) }),
  filters: readFilters,
  missing: readMissing,
  date_histogram: readDateHistogram,
  histogram: readHistogram,
  range: readRange,
  date_range: readDateRange,
  nested: readNestedBucket,
  reverse_nested: readReverseNested,
  composite: atTop(readComposite),
  global: atTop((body, path) => {
    Clause.of(body, path).only();
    return { type: 'global' };
  }),
};

const KINDS = [...Object.keys(BUCKET_READERS), ...Object.keys(METRIC_READERS)];

function atTop(read: AggregationReader<Bucket>): AggregationReader<Bucket> {
  return (body, path, scope) => {
    if (scope.depth > 1) throw refused(path, 'is allowed at the top only');
    return read(body, path, scope);
  };
}

function readNestedBucket(body: unknown, path: string, scope: AggregationScope): Bucket {
  if (scope.nested) throw refused(path, 'is allowed outside of another nested only');
  return { type: 'nested', path: nestedPath(Clause.of(body, path).only('path')) };
}

function readReverseNested(body: unknown, path: string, scope: AggregationScope): Bucket {
  if (!scope.nested) throw refused(path, 'is allowed below nested only');
  Clause.of(body, path).only();
  return { type: 'reverseNested' };
}

/** Reads the bucket of documents without a value in the field. */
function readMissing(body: unknown, path: string, scope: AggregationScope): Bucket {
  const clause = Clause.of(body, path).only('field');
  const field = wholeName(fieldName(clause.text('field'), clause.at('field'), scope));
  return { type: 'filter', query: noneOf([bindExists(field)]) };
}

function kindOf(clause: Clause): string {
  const [kind, second] = clause.keys.filter((key) => !BELOW.includes(key));
  if (kind === undefined) throw refused(clause.path, `needs one of ${KINDS.join(', ')}`);
  if (!KINDS.includes(kind)) throw notAllowed(clause.at(kind), [...KINDS, ...BELOW]);
  if (second !== undefined) throw refused(clause.at(second), `is one too many beside ${kind}`);
  return kind;
}

function nestedBelow(bucket: Bucket, scope: AggregationScope): boolean {
  if (bucket.type === 'nested') return true;
  return bucket.type === 'reverseNested' ? false : scope.nested;
}

function readBelow(clause: Clause, scope: AggregationScope): Aggregations {
  const [key, second] = BELOW.filter((name) => clause.has(name));
  if (second) throw refused(clause.at(second), `is given beside ${key}`);
  return key ? readLevel(clause.raw(key), clause.at(key), scope) : {};
}

function readOne(value: unknown, path: string, scope: AggregationScope): Aggregation {
  const clause = Clause.of(value, path);
  const kind = kindOf(clause);
  const metric = METRIC_READERS[kind]?.(clause.raw(kind), clause.at(kind), scope);
  if (metric) {
    const below = BELOW.find((key) => clause.has(key));
    if (below) throw refused(clause.at(below), `is not allowed below ${kind}`);
    return { metric };
  }
  const bucket = BUCKET_READERS[kind]?.(clause.raw(kind), clause.at(kind), scope);
  if (!bucket) throw notAllowed(clause.at(kind), KINDS);
  const inner = { ...scope, depth: scope.depth + 1, nested: nestedBelow(bucket, scope) };
  const below = readBelow(clause, inner);
  if (bucket.type === 'terms') checkOrder(bucket, below, clause.at(kind));
  return { bucket, below };
}

/** Checks the order: what is neither `_count` nor `_key` must be a single number of a metric below. */
function checkOrder(bucket: BucketOf<'terms'>, below: Aggregations, path: string): void {
  for (const { by } of bucket.order) {
    const [name = '', part, rest] = by.split('.');
    const found = Object.hasOwn(below, name) ? below[name] : undefined;
    if (by === '_count' || by === '_key') continue;
    if (found && 'metric' in found && found.metric.type !== 'topHits') {
      const { members } = traitsOf(found.metric.type);
      const isSingle = members ? members.includes(part ?? '') : part === undefined;
      if (isSingle && rest === undefined) continue;
    }
    throw refused(`${path}.order`, `must name _count, _key or a metric below, got ${shown(by)}`);
  }
}

export function readLevel(value: unknown, path: string, scope: AggregationScope): Aggregations {
  const clause = Clause.of(value, path);
  if (scope.depth > MOST_DEPTH) throw refused(path, `is nested too deep; allowed are up to ${MOST_DEPTH} levels`);
  const named = clause.keys.map((name) => {
    if (!NAME.test(name))
      throw refused(clause.at(name), 'must be a name of letters, digits, blanks and . _ @ - (1 to 200)');
    return [name, readOne(clause.raw(name), clause.at(name), scope)] as const;
  });
  return Object.fromEntries(named);
}
