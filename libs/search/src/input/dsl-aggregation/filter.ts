import type { BucketOf } from '../../query/aggregation';
import { Clause, refused, shown } from '../dsl/clause';
import type { AggregationScope } from './aggregation-scope';

const MOST_FILTERS = 200;

/** By name; of a list by number. */
function queriesOf(clause: Clause, keyed: boolean, scope: AggregationScope): BucketOf<'filters'>['filters'] {
  const named = keyed ? clause.child('filters') : undefined;
  const sent =
    named?.keys.map((key) => ({ key, value: named.raw(key), path: named.at(key) })) ??
    clause.list('filters').map((one, at) => ({ key: String(at), ...one }));
  if (sent.length > MOST_FILTERS) {
    throw refused(clause.at('filters'), `has too many filters; allowed are up to ${MOST_FILTERS}`);
  }
  return Object.fromEntries(sent.map(({ key, value, path }) => [key, scope.readQuery(value, path)]));
}

export function readFilters(body: unknown, path: string, scope: AggregationScope): BucketOf<'filters'> {
  const clause = Clause.of(body, path).only('filters', 'other_bucket', 'other_bucket_key');
  const keyed = !Array.isArray(clause.needed('filters'));
  const filters = queriesOf(clause, keyed, scope);
  if (Object.keys(filters).length === 0) throw refused(clause.at('filters'), 'must hold at least one filter');
  const other = clause.flag('other_bucket', clause.has('other_bucket_key'));
  const otherKey = clause.optionalText('other_bucket_key') ?? '_other_';
  if (other && Object.hasOwn(filters, otherKey)) {
    throw refused(clause.at('other_bucket_key'), `${shown(otherKey)} is the name of a filter`);
  }
  return { type: 'filters', filters, keyed, ...(other && { otherKey }) };
}
