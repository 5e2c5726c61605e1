import type { BucketOf } from '../../query/aggregation';
import { readInstants, type Clock } from '../binding/instant-text';
import { inPlace } from '../dsl-query/query-scope';
import { Clause, refused, shown } from '../dsl/clause';
import { readTimeZone } from '../dsl/clause-value';
import { NUMERIC, readValueField, type AggregationScope } from './aggregation-scope';

const MOST_RANGES = 200;
const MOST = Number.MAX_SAFE_INTEGER;

type Ranges = BucketOf<'range'>;
type Range = Ranges['ranges'][number];
type ReadBound = (clause: Clause, key: 'from' | 'to') => number;

const numberBound: ReadBound = (clause, key) => clause.number(key, { min: -MOST, max: MOST });

/** Epoch ms, ISO 8601 or date math, at the beginning of what they name. */
function dateBound(clock: Clock): ReadBound {
  return (clause, key) => {
    const value = clause.raw(key);
    if (typeof value !== 'string' && typeof value !== 'number') {
      throw refused(clause.at(key), `must be a date, got ${shown(value)}`);
    }
    return inPlace(clause.at(key), () => readInstants(String(value), clock).first);
  };
}

function readOne(value: unknown, path: string, bound: ReadBound): Range {
  const clause = Clause.of(value, path).only('key', 'from', 'to');
  const key = clause.optionalText('key');
  const given = (name: 'from' | 'to') => clause.has(name) && clause.raw(name) !== null;
  return {
    ...(key !== undefined && { key }),
    ...(given('from') && { from: bound(clause, 'from') }),
    ...(given('to') && { to: bound(clause, 'to') }),
  };
}

function readRanges(clause: Clause, bound: ReadBound): readonly Range[] {
  clause.needed('ranges');
  const ranges = clause.list('ranges').map(({ value, path }) => readOne(value, path, bound));
  if (ranges.length > 0 && ranges.length <= MOST_RANGES) return ranges;
  throw refused(clause.at('ranges'), `must be 1 to ${MOST_RANGES} ranges, got ${ranges.length}`);
}

/** `from` is inclusive, `to` is not. */
export function readRange(body: unknown, path: string, scope: AggregationScope): Ranges {
  const clause = Clause.of(body, path).only('field', 'ranges');
  const field = readValueField(clause, scope, NUMERIC);
  return { type: 'range', field, date: false, ranges: readRanges(clause, numberBound) };
}

export function readDateRange(body: unknown, path: string, scope: AggregationScope): Ranges {
  const clause = Clause.of(body, path).only('field', 'ranges', 'time_zone');
  const clock = { now: scope.now, timeZone: readTimeZone(clause) };
  return {
    type: 'range',
    field: readValueField(clause, scope, ['date']),
    date: true,
    ranges: readRanges(clause, dateBound(clock)),
  };
}
