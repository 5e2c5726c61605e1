import { badRequest } from '@app/common';
import type { CursorCodec, Direction } from '@app/common';

/** Pages of lists by keyset (decisions 4). */
export interface ListRequest {
  readonly limit: number;
  readonly before?: string;
  readonly after?: string;
}

export interface ListPage {
  readonly data: readonly unknown[];
  readonly paging: { readonly total: number; readonly before?: string; readonly after?: string };
}

/** Where a page begins, and which way it is walked. */
export interface Place {
  readonly direction: Direction;
  readonly keys: readonly unknown[];
}

export interface Keyed {
  /** Values of the sort. */
  readonly keys: readonly unknown[];
  readonly item: unknown;
}

/** @throws {AppError} BAD_REQUEST for two cursors, or one of another list */
export function placeOf({ before, after }: ListRequest, scope: string, cursors: CursorCodec): Place | undefined {
  if (before !== undefined && after !== undefined)
    throw badRequest('before and after exclude each other; send the one that leads where you want to go');
  const given = before ?? after;
  if (given === undefined) return undefined;
  const place = cursors.decode(given, scope);
  const named = before === undefined ? 'after' : 'before';
  if (place.direction !== named) throw badRequest(`This cursor is one for ${place.direction}, not for ${named}`);
  return place;
}

/** @param rows in walking order, one more than the limit where there are more */
export function pageOf(
  rows: readonly Keyed[],
  total: number,
  { limit }: ListRequest,
  place: Place | undefined,
  scope: string,
  cursors: CursorCodec,
): ListPage {
  const backward = place?.direction === 'before';
  const page = rows.slice(0, limit);
  if (backward) page.reverse();
  const more = rows.length > page.length;
  const [first, last] = [page[0], page.at(-1)];
  const cursor = ({ keys }: Keyed, direction: Direction): string => cursors.encode({ scope, keys, direction });
  return {
    data: page.map(({ item }) => item),
    paging: {
      total,
      ...(first && (backward ? more : place !== undefined) && { before: cursor(first, 'before') }),
      ...(last && (backward || more) && { after: cursor(last, 'after') }),
    },
  };
}
