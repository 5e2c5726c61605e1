import { badRequest } from '@app/common';
import type { Bucket } from '../../query/aggregation';
import { Parameters } from '../compile/parameters';
import type { SearchPool } from '../search-pool';
import type { AggregateRow } from './aggregate-answer';
import { MOST_BUCKETS } from './bucket-order';
import { seriesText } from './time-bucket';

/**
 * Buckets of a histogram that have too few documents leave; where none are too few, the gaps between the first and the last
 * are filled.
 *
 * @throws {AppError} BAD_REQUEST for more than 10,000 buckets
 */
export async function fillHistogram(
  pool: SearchPool,
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
  { interval, offset }: Extract<Bucket, { type: 'histogram' }>,
  rows: readonly AggregateRow[],
  first: number,
  last: number,
): AggregateRow[] {
  const numberOf = (key: number): number => Math.round((key - offset) / interval);
  const lowest = numberOf(first);
  const count = numberOf(last) - lowest + 1;
  if (count > MOST_BUCKETS) throw tooMany();
  const known = new Map(rows.map((row) => [numberOf(Number(row.key?.[0])) - lowest, row]));
  return Array.from({ length: count }, (_, at) => known.get(at) ?? empty(rows, (lowest + at) * interval + offset));
}

async function times(
  pool: SearchPool,
  bucket: Extract<Bucket, { type: 'dateHistogram' }>,
  first: number,
  last: number,
): Promise<number[]> {
  const parameters = new Parameters();
  const statement = parameters.statement(seriesText(bucket, first, last, MOST_BUCKETS + 1, parameters));
  const rows = await pool.query<{ key: number }>(statement);
  if (rows.length > MOST_BUCKETS) throw tooMany();
  return rows.map(({ key }) => key);
}

function tooMany(): Error {
  return badRequest(`The aggregations have more than ${MOST_BUCKETS} buckets; make their intervals longer`);
}
