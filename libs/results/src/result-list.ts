import { badRequest, LAST_INSTANT, type KeysetPage, type KeysetPages } from '@app/common';
import type { ExecutionStatus } from './document/execution-status';
import type { ResultParts } from './store/result-json';
import type { Window } from './store/result-total';

/** Maximum number of results per response. */
export const MAX_LIMIT = 10_000;
export const DEFAULT_LIMIT = 10;

/** Query of a result list; times in epoch ms, both ends included. */
export interface ResultListQuery {
  readonly limit?: number;
  readonly startTs?: number;
  readonly endTs?: number;
  readonly status?: ExecutionStatus;
  readonly before?: string;
  readonly after?: string;
  readonly parts?: ResultParts;
}

/** The list selected by a query, and its page. */
export interface ResultList {
  readonly page: KeysetPage;
  readonly window: Window;
}

/** @throws {AppError} BAD_REQUEST for a window that ends before it starts, two cursors, or a cursor of another list */
export function resultList(contractId: string, query: ResultListQuery, pages: KeysetPages): ResultList {
  const window = { from: query.startTs ?? 0, to: query.endTs ?? LAST_INSTANT };
  if (window.from > window.to) {
    const message = `is ${window.from}, which is after endTs (${window.to})`;
    throw badRequest(`startTs ${message}`, [{ field: 'startTs', message }]);
  }
  const scope = `results ${contractId} ${query.startTs ?? ''} ${query.endTs ?? ''} ${query.status ?? ''}`;
  return { page: pages.open(scope, query), window };
}
