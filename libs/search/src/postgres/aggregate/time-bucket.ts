import type { Bucket } from '../../query/aggregation';
import type { Parameters } from '../compile/parameters';

type DateHistogram = Extract<Bucket, { type: 'dateHistogram' }>;

/** An offset such as +02:00 reads the other way round in POSIX, which PostgreSQL follows: as an interval it means what it says. */
function zone(timeZone: string, parameters: Parameters): string {
  return parameters.add(timeZone, /^[+-]/.test(timeZone) ? 'interval' : 'text');
}

/** SQL of the beginning of the bucket that a time (SQL, epoch ms) falls into, in epoch ms. */
export function bucketStart(
  { interval, timeZone, offsetMs }: DateHistogram,
  time: string,
  parameters: Parameters,
): string {
  const place = zone(timeZone, parameters);
  const offset = parameters.add(offsetMs, 'float8');
  const local = `(to_timestamp((${time} - ${offset}) / 1000.0) at time zone ${place})`;
  const start =
    'calendar' in interval
      ? `date_trunc(${parameters.add(interval.calendar, 'text')}, ${local})`
      : fixedStart(local, interval.fixedMs, parameters);
  return `(extract(epoch from (${start} at time zone ${place})) * 1000)::float8 + ${offset}`;
}

function fixedStart(local: string, fixedMs: number, parameters: Parameters): string {
  const ms = parameters.add(fixedMs, 'float8');
  const since = `floor(extract(epoch from ${local})::float8 * 1000 / ${ms}) * ${ms}`;
  return `(timestamp 'epoch' + make_interval(secs => (${since}) / 1000))`;
}

/** The beginnings of all buckets between two of them (epoch ms), both included: at most so many. */
export function seriesText(
  { interval, timeZone, offsetMs }: DateHistogram,
  from: number,
  to: number,
  most: number,
  parameters: Parameters,
): string {
  const place = zone(timeZone, parameters);
  const offset = parameters.add(offsetMs, 'float8');
  const local = (time: number): string =>
    `(to_timestamp((${parameters.add(time, 'float8')} - ${offset}) / 1000.0) at time zone ${place})`;
  const step =
    'calendar' in interval
      ? `(${parameters.add(interval.calendar === 'quarter' ? '3 months' : `1 ${interval.calendar}`, 'text')})::interval`
      : `make_interval(secs => ${parameters.add(interval.fixedMs / 1000, 'float8')})`;
  return `select (extract(epoch from (g at time zone ${place})) * 1000)::float8 + ${offset} as key
            from generate_series(${local(from)}, ${local(to)}, ${step}) g limit ${parameters.add(most, 'int')}`;
}
