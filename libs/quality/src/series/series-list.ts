import { badRequest, LAST_INSTANT, type KeysetPage } from '@app/common';

/** Most rows of one answer; also what comes unasked, since clients of the reference ask for a window and take it for complete. */
export const MAX_SERIES_LIMIT = 1_000;

/** The query of a list; times in epoch ms, both ends included. */
export interface SeriesQuery {
  readonly limit?: number;
  readonly startTs?: number;
  readonly endTs?: number;
  readonly before?: string;
  readonly after?: string;
}

/** First and last millisecond, both included. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The list that a query speaks of, and where in it the page begins. */
export interface SeriesList {
  readonly page: KeysetPage;
  readonly span: Span;
  readonly limit: number;
  /** Which of the entity's series it is, where it has several in the table. */
  readonly part?: string;
}

/** @throws {AppError} BAD_REQUEST for a window that ends before it starts */
export function spanOf({ startTs = 0, endTs = LAST_INSTANT }: SeriesQuery): Span {
  if (startTs <= endTs) return { from: startTs, to: endTs };
  const message = `is ${startTs}, which is after endTs (${endTs})`;
  throw badRequest(`startTs ${message}`, [{ field: 'startTs', message }]);
}
