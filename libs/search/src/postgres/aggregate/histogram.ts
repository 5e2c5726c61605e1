import { checkBuckets, MOST_BUCKETS, type Bucket, type BucketOf } from '../../query/aggregation';
import { Parameters } from '../compile/parameters';
import type { SearchPool } from '../search-pool';
import type { AggregateRow } from './aggregate-answer';

/**
 * Buckets of a histogram that have too few documents leave; where none are too few, the gaps between the first and the last
 * are filled.
 *
 * @throws {AppError} BAD_REQUEST for more than 10,000 buckets
 */
export async function fillHistogram(
  pool: Pick<SearchPool, 'query'>,
  bucket: Bucket,
  rows: readonly AggregateRow[],
): Promise<readonly AggregateRow[]> {
  if (bucket.type !== 'histogram' && bucket.type !== 'dateHistogram') return rows;
  if (bucket.minDocCount > 0) return rows.filter(({ n = 0 }) => n >= bucket.minDocCount);
  const [first, last] = [rows[0], rows.at(-1)].map((row) => Number(row?.key?.[0]));
  if (first === undefined || last === undefined || rows.length < 2) return rows;
  if (bucket.type === 'histogram') return fillSteps(bucket, rows, first, last);
  const keys = await times(pool, bucket, first, last);
  const known = new Map(rows.map((row) => [Number(row.key?.[0]), row]));
  return keys.map((key) => known.get(key) ?? empty(rows, key));
}

function empty(rows: readonly AggregateRow[], key: number): AggregateRow {
  return { parent: rows[0]?.parent ?? [], key: [key], n: 0 };
}

/** Buckets are known by their number, since sums of an interval are not exactly its multiples. */
function fillSteps(
  { interval, offset }: BucketOf<'histogram'>,
  rows: readonly AggregateRow[],
  first: number,
  last: number,
): AggregateRow[] {
  const numberOf = (key: number): number => Math.round((key - offset) / interval);
  const lowest = numberOf(first);
  const count = numberOf(last) - lowest + 1;
  checkBuckets(count);
  const known = new Map(rows.map((row) => [numberOf(Number(row.key?.[0])) - lowest, row]));
  return Array.from({ length: count }, (_, at) => known.get(at) ?? empty(rows, (lowest + at) * interval + offset));
}

async function times(
  pool: Pick<SearchPool, 'query'>,
  bucket: DateHistogram,
  first: number,
  last: number,
): Promise<number[]> {
  const parameters = new Parameters();
  const statement = parameters.statement(seriesText(bucket, first, last, parameters));
  const rows = await pool.query<{ key: number }>(statement);
  checkBuckets(rows.length);
  return rows.map(({ key }) => key);
}

type DateHistogram = BucketOf<'dateHistogram'>;

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
  const placeholder = zone(timeZone, parameters);
  const offset = parameters.add(offsetMs, 'float8');
  const local = `(to_timestamp((${time} - ${offset}) / 1000.0) at time zone ${placeholder})`;
  const start =
    'calendar' in interval
      ? `date_trunc(${parameters.add(interval.calendar, 'text')}, ${local})`
      : fixedStart(local, interval.fixedMs, parameters);
  return `(extract(epoch from (${start} at time zone ${placeholder})) * 1000)::float8 + ${offset}`;
}

function fixedStart(local: string, fixedMs: number, parameters: Parameters): string {
  const ms = parameters.add(fixedMs, 'float8');
  const since = `floor(extract(epoch from ${local})::float8 * 1000 / ${ms}) * ${ms}`;
  return `(timestamp 'epoch' + make_interval(secs => (${since}) / 1000))`;
}

/** The beginnings of all buckets between two of them (epoch ms), both included: one more than allowed at most. */
function seriesText(
  { interval, timeZone, offsetMs }: DateHistogram,
  from: number,
  to: number,
  parameters: Parameters,
): string {
  const placeholder = zone(timeZone, parameters);
  const offset = parameters.add(offsetMs, 'float8');
  const local = (time: number): string =>
    `(to_timestamp((${parameters.add(time, 'float8')} - ${offset}) / 1000.0) at time zone ${placeholder})`;
  const step =
    'calendar' in interval
      ? `(${parameters.add(interval.calendar === 'quarter' ? '3 months' : `1 ${interval.calendar}`, 'text')})::interval`
      : `make_interval(secs => ${parameters.add(interval.fixedMs / 1000, 'float8')})`;
  return `select (extract(epoch from (g at time zone ${placeholder})) * 1000)::float8 + ${offset} as key
            from generate_series(${local(from)}, ${local(to)}, ${step}) g limit ${parameters.add(MOST_BUCKETS + 1, 'int')}`;
}
