import type { BucketOf, CalendarUnit } from '../../query/aggregation';
import { Clause, refused, shown } from '../dsl/clause';
import { readTimeZone } from '../dsl/clause-value';
import { NUMERIC, readValueField, type AggregationScope } from './aggregation-scope';

const CALENDAR: Readonly<Record<string, CalendarUnit>> = {
  '1m': 'minute',
  '1h': 'hour',
  '1d': 'day',
  '1w': 'week',
  '1M': 'month',
  '1q': 'quarter',
  '1y': 'year',
  minute: 'minute',
  hour: 'hour',
  day: 'day',
  week: 'week',
  month: 'month',
  quarter: 'quarter',
  year: 'year',
};
const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const SPAN = /^([+-]?)(\d{1,9})(ms|s|m|h|d)$/;
/** Intervals and bounds of numbers stay where a double counts exactly. */
const MOST = Number.MAX_SAFE_INTEGER;

/** A thousand years: what is moved further is beyond the times that engines know. */
const MOST_OFFSET_DAYS = 365_000;

function spanMs(text: string, path: string): number {
  const [, sign, count, unit] = SPAN.exec(text) ?? [];
  const ms = unit === undefined ? NaN : Number(count) * (UNIT_MS[unit] ?? NaN);
  if (!Number.isSafeInteger(ms)) throw refused(path, `must be a span such as 30m, 12h or 7d, got ${shown(text)}`);
  return sign === '-' ? -ms : ms;
}

function readInterval(clause: Clause): BucketOf<'dateHistogram'>['interval'] {
  const both = clause.has('calendar_interval') && clause.has('fixed_interval');
  if (both) throw refused(clause.path, 'takes one of calendar_interval, fixed_interval, not both');
  if (clause.has('fixed_interval')) {
    const fixedMs = spanMs(clause.text('fixed_interval'), clause.at('fixed_interval'));
    if (fixedMs <= 0) throw refused(clause.at('fixed_interval'), 'must be longer than zero');
    return { fixedMs };
  }
  const text = clause.text('calendar_interval');
  const calendar = Object.hasOwn(CALENDAR, text) ? CALENDAR[text] : undefined;
  if (calendar) return { calendar };
  throw refused(
    clause.at('calendar_interval'),
    `must be one of ${Object.keys(CALENDAR).join(', ')}, got ${shown(text)}`,
  );
}

function readOffset(clause: Clause): number {
  if (!clause.has('offset')) return 0;
  const text = clause.text('offset');
  const ms = spanMs(text, clause.at('offset'));
  if (Math.abs(ms) <= MOST_OFFSET_DAYS * (UNIT_MS['d'] as number)) return ms;
  throw refused(clause.at('offset'), `must be from -${MOST_OFFSET_DAYS}d to +${MOST_OFFSET_DAYS}d, got ${shown(text)}`);
}

const minDocCount = (clause: Clause): number => clause.integer('min_doc_count', { min: 0, max: MOST, fallback: 0 });

export function readDateHistogram(body: unknown, path: string, scope: AggregationScope): BucketOf<'dateHistogram'> {
  const keys = ['field', 'calendar_interval', 'fixed_interval', 'time_zone', 'offset', 'min_doc_count'];
  const clause = Clause.of(body, path).only(...keys);
  return {
    type: 'dateHistogram',
    field: readValueField(clause, scope, ['date']),
    interval: readInterval(clause),
    timeZone: readTimeZone(clause),
    offsetMs: readOffset(clause),
    minDocCount: minDocCount(clause),
  };
}

export function readHistogram(body: unknown, path: string, scope: AggregationScope): BucketOf<'histogram'> {
  const clause = Clause.of(body, path).only('field', 'interval', 'offset', 'min_doc_count');
  return {
    type: 'histogram',
    field: readValueField(clause, scope, NUMERIC),
    // The smallest bounds the number of buckets.
    interval: clause.number('interval', { min: 1e-6, max: MOST }),
    offset: clause.number('offset', { min: -MOST, max: MOST, fallback: 0 }),
    minDocCount: minDocCount(clause),
  };
}
