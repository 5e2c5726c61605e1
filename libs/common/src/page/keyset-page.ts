import { badRequest } from '../app-error';
import { byCodePoint } from '../text/code-point-order';
import { CursorCodec, type Direction } from './cursor';

/** The requested page: the first one, or the one next to a cursor. */
export interface PageRequest {
  readonly before?: string;
  readonly after?: string;
}

/** Cursors of the adjacent pages, each only if that page exists. */
export interface PageNeighbours {
  readonly before?: string;
  readonly after?: string;
}

/** Row positions in a list: `from` is included, `to` is not. */
interface PageWindow {
  readonly from: number;
  readonly to: number;
}

/** A key of a row of a list that is in memory. */
type SortKey = string | number;

/** Compares rows by the first of their keys that differ. */
function compareKeys(one: readonly SortKey[], other: readonly SortKey[]): number {
  for (const [at, key] of one.entries()) {
    const against = other[at]!;
    const order = typeof key === 'number' ? key - Number(against) : byCodePoint(key, String(against));
    if (order !== 0) return order;
  }
  return 0;
}

/** A page of a list that is sorted by unique keys. */
class KeysetPage {
  constructor(
    private readonly codec: CursorCodec,
    private readonly scope: string,
    /** Sort keys of the row next to the page, and the reading direction from there; undefined for the first page. */
    readonly boundary: { readonly direction: Direction; readonly keys: readonly unknown[] } | undefined,
  ) {}

  /** Whether rows are read from the last one of the page to its first. */
  get isBackward(): boolean {
    return this.boundary?.direction === 'before';
  }

  /** @param read rows in reading order @returns at most `limit` of them, in list order */
  rows<Row>(read: readonly Row[], limit = read.length): Row[] {
    const rows = read.slice(0, limit);
    return this.isBackward ? rows.reverse() : rows;
  }

  /**
   * @param rows of the page, in list order
   * @param hasMore whether there are rows beyond them in the reading direction
   */
  neighbours<Row>(rows: readonly Row[], hasMore: boolean, keysOf: (row: Row) => readonly unknown[]): PageNeighbours {
    const [first, last] = [rows[0], rows.at(-1)];
    if (first === undefined || last === undefined) return {};
    return {
      ...((this.isBackward ? hasMore : this.boundary) && { before: this.cursor('before', keysOf(first)) }),
      ...((this.isBackward || hasMore) && { after: this.cursor('after', keysOf(last)) }),
    };
  }

  /**
   * The page of a list that is in memory, sorted by its keys: numbers by value, texts by code point as the database does.
   *
   * @param all rows of the list, in any order
   * @param keysOf keys of a row, unique together
   */
  among<Row>(
    all: readonly Row[],
    limit: number,
    keysOf: (row: Row) => readonly SortKey[],
  ): { readonly rows: Row[]; readonly neighbours: PageNeighbours } {
    const sign = this.isBackward ? -1 : 1;
    const keys = this.boundary?.keys as readonly SortKey[] | undefined;
    const beyond = all.filter((row) => !keys || sign * compareKeys(keysOf(row), keys) > 0);
    beyond.sort((one, other) => sign * compareKeys(keysOf(one), keysOf(other)));
    const rows = this.rows(beyond, limit);
    return { rows, neighbours: this.neighbours(rows, beyond.length > limit, keysOf) };
  }

  /** Range of the page in a list whose rows are addressed by position. @param offset of the first page */
  window(limit: number, offset = 0): PageWindow {
    if (!this.boundary) return { from: offset, to: offset + limit };
    const at = this.boundary.keys[0] as number;
    return this.isBackward ? { from: Math.max(0, at - limit), to: at } : { from: at, to: at + limit };
  }

  /** `neighbours` for a window of a list with `total` rows. */
  windowNeighbours({ from, to }: PageWindow, total: number): PageNeighbours {
    return {
      ...(from > 0 && { before: this.cursor('before', [from]) }),
      ...(to < total && to > from && { after: this.cursor('after', [to]) }),
    };
  }

  /** Creates a cursor to the rows next to the one with these keys. */
  cursor(direction: Direction, keys: readonly unknown[]): string {
    return this.codec.encode({ scope: this.scope, keys, direction });
  }
}

export type { KeysetPage };

/** Keyset pagination: creates and reads the cursors of all lists. */
export class KeysetPages {
  private readonly codec: CursorCodec;

  /** @param key secret, shared by all processes that use the same database; at least 16 bytes */
  constructor(key: Buffer) {
    this.codec = new CursorCodec(key);
  }

  /**
   * @param scope identifies the list and its filters; cursors are valid only for the same scope. Parameters that may
   * change between pages, such as the limit, are not part of it.
   * @throws {AppError} BAD_REQUEST for two cursors, a modified cursor, one of another list or for the other direction
   */
  open(scope: string, { before, after }: PageRequest): KeysetPage {
    if (before !== undefined && after !== undefined) {
      throw badRequest('before and after cannot be given together; send one of them');
    }
    const cursor = before ?? after;
    if (cursor === undefined) return new KeysetPage(this.codec, scope, undefined);
    const boundary = this.codec.decode(cursor, scope);
    const direction = before === undefined ? 'after' : 'before';
    if (boundary.direction !== direction) {
      throw badRequest(`This cursor is one for ${boundary.direction}, not for ${direction}`);
    }
    return new KeysetPage(this.codec, scope, boundary);
  }
}
