import {
  addDuration,
  invalidFields,
  parseDuration,
  subtractDuration,
  type Duration,
  type ErrorDetail,
} from '@app/common';

export const DEFAULT_WINDOW = 'P30D';
export const DEFAULT_BUCKET = 'P1D';
/** Maximum number of buckets per response. */
export const MAX_BUCKETS = 1_000;

/** A part of the window in epoch ms: `from` included, `to` not. */
export interface Bucket {
  readonly from: number;
  readonly to: number;
}

export interface SummaryQuery {
  /** ISO 8601 durations. */
  readonly window?: string;
  readonly bucket?: string;
  /** trendDimensions: the parts of the trend have dimensions as well. */
  readonly fields?: string;
}

/** @throws {AppError} BAD_REQUEST for an invalid duration */
export function summaryDurations({ window = DEFAULT_WINDOW, bucket = DEFAULT_BUCKET }: SummaryQuery): {
  readonly window: Duration;
  readonly bucket: Duration;
} {
  const faults: ErrorDetail[] = [];
  const read = (field: string, text: string): Duration | undefined => {
    const parsed = parseDuration(text);
    if (parsed.ok) return parsed.duration;
    faults.push({ field, message: parsed.message });
    return undefined;
  };
  const durations = { window: read('window', window), bucket: read('bucket', bucket) };
  if (!durations.window || !durations.bucket) throw invalidFields(faults);
  return { window: durations.window, bucket: durations.bucket };
}

/**
 * The buckets of the window that ends now (epoch ms), oldest first; in the UTC calendar, counted from the start of
 * the window. The last one ends with the window, may be partial, and includes the current millisecond.
 *
 * @throws {AppError} BAD_REQUEST for more than 1,000
 */
export function bucketsUntil(now: number, { window, bucket }: { window: Duration; bucket: Duration }): Bucket[] {
  const start = subtractDuration(now, window);
  const end = now + 1;
  const buckets: Bucket[] = [];
  for (let from = start; from < end;) {
    if (buckets.length === MAX_BUCKETS) {
      const message = `makes more than ${MAX_BUCKETS} buckets of the window; use a longer one`;
      throw invalidFields([{ field: 'bucket', message }]);
    }
    const next = addDuration(start, times(bucket, buckets.length + 1));
    // A remainder of a millisecond is not a bucket of its own.
    const to = next >= now ? end : next;
    buckets.push({ from, to });
    from = to;
  }
  return buckets;
}

/** Computed from the start each time: 31 January + P1M + P1M would stay on the 28th of every month. */
function times({ months, milliseconds }: Duration, count: number): Duration {
  return { months: months * count, milliseconds: milliseconds * count };
}
