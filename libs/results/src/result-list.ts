import { badRequest, LAST_INSTANT } from '@app/common';
import type { CursorCodec } from '@app/common';
import type { ExecutionStatus } from './document/execution-status';
import type { Window } from './store/result-total';

/** Most results of one answer (interface 4.3). */
export const MAX_LIMIT = 10_000;
export const DEFAULT_LIMIT = 10;

/** What a caller asks of the list; times in epoch ms, both ends included. */
export interface ResultListQuery {
  readonly limit?: number;
  readonly startTs?: number;
  readonly endTs?: number;
  readonly status?: ExecutionStatus;
  readonly before?: string;
  readonly after?: string;
  readonly details?: boolean;
}

/** The list that a query speaks of, and the cursor that it came with. */
export interface ResultList {
  readonly scope: string;
  readonly window: Window;
  readonly cursor?: { readonly direction: 'before' | 'after'; readonly timestamp: number };
}

/** @throws {AppError} BAD_REQUEST for a window that ends before it starts, two cursors, or a cursor of another list */
export function resultList(contractId: string, query: ResultListQuery, cursors: CursorCodec): ResultList {
  const window = { from: query.startTs ?? 0, to: query.endTs ?? LAST_INSTANT };
  if (window.from > window.to) {
    const message = `is ${window.from}, which is after endTs (${window.to})`;
    throw badRequest(`startTs ${message}`, [{ field: 'startTs', message }]);
  }
  const scope = `results ${contractId} ${query.startTs ?? ''} ${query.endTs ?? ''} ${query.status ?? ''}`;
  return { scope, window, ...cursorOf(query, scope, cursors) };
}

function cursorOf({ before, after }: ResultListQuery, scope: string, cursors: CursorCodec): Pick<ResultList, 'cursor'> {
  if (before !== undefined && after !== undefined) {
    throw badRequest('before and after exclude each other; send the one that leads where you want to go');
  }
  const given = before ?? after;
  if (given === undefined) return {};
  const { direction, keys } = cursors.decode(given, scope);
  const named = before === undefined ? 'after' : 'before';
  if (direction !== named) throw badRequest(`This cursor is one for ${direction}, not for ${named}`);
  return { cursor: { direction, timestamp: Number(keys[0]) } };
}
