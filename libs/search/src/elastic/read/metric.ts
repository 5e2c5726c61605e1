import type { MetricAggregation } from '../../query/aggregation';
import { fieldOf } from '../../document/search-field';
import { readTopHits } from './top-hits';

type Json = Readonly<Record<string, unknown>>;

/** Dates are shown as ISO 8601 where they are one: a sum of dates is none. */
const DATED = ['min', 'max', 'avg'];

/** A metric with its numbers, and nothing that one kind of server adds. */
export function readMetric(answer: Json, { metric }: MetricAggregation): Json {
  if (metric.type === 'topHits') return readTopHits(answer, metric);
  if (metric.type === 'stats') {
    const { count, min, max, avg, sum } = answer;
    return { count, min, max, avg, sum };
  }
  const { value } = answer;
  const isDate = typeof value === 'number' && fieldOf(metric.field)?.kind === 'date';
  return { value, ...(isDate && DATED.includes(metric.type) && { value_as_string: new Date(value).toISOString() }) };
}
