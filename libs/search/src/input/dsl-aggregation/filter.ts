import type { Bucket } from '../../query/aggregation';
import { Clause, refused, shown } from '../dsl/clause';
import type { AggregationScope } from './aggregation-scope';

const MOST_FILTERS = 200;

type Filters = Extract<Bucket, { type: 'filters' }>;

const tooMany = (path: string) => refused(path, `has too many filters; allowed are up to ${MOST_FILTERS}`);

function anonymous(clause: Clause, scope: AggregationScope): Filters['filters'] {
  const listed = clause.list('filters');
  if (listed.length > MOST_FILTERS) throw tooMany(clause.at('filters'));
  return Object.fromEntries(listed.map(({ value, path }, at) => [String(at), scope.readQuery(value, path)]));
}

function named(clause: Clause, scope: AggregationScope): Filters['filters'] {
  const filters = clause.child('filters');
  if (filters.keys.length > MOST_FILTERS) throw tooMany(filters.path);
  return Object.fromEntries(filters.keys.map((key) => [key, scope.readQuery(filters.raw(key), filters.at(key))]));
}

export function readFilters(body: unknown, path: string, scope: AggregationScope): Filters {
  const clause = Clause.of(body, path).only('filters', 'other_bucket', 'other_bucket_key');
  const keyed = !Array.isArray(clause.needed('filters'));
  const filters = keyed ? named(clause, scope) : anonymous(clause, scope);
  if (Object.keys(filters).length === 0) throw refused(clause.at('filters'), 'must hold at least one filter');
  const other = clause.flag('other_bucket', clause.has('other_bucket_key'));
  const otherKey = clause.optionalText('other_bucket_key') ?? '_other_';
  if (other && Object.hasOwn(filters, otherKey)) {
    throw refused(clause.at('other_bucket_key'), `${shown(otherKey)} is the name of a filter`);
  }
  return { type: 'filters', filters, keyed, ...(other && { otherKey }) };
}
