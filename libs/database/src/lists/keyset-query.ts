import { PageRoom, type KeysetPage, type PageNeighbours } from '@app/common';
import { createHash } from 'node:crypto';
import type { Database } from '../database';
import type { PreparedStatement } from '../transaction';
import type { Conditions } from './conditions';
import { readingDirection, type KeysetOrder, type SortDirection } from './keyset-order';

export interface KeysetStatements<Row> {
  /** SQL up to the conditions: `select … from …`. */
  readonly select: string;
  /** SQL from `from` on, with what conditions name: rows are counted in it. Absent: the list has no total. */
  readonly from?: string;
  readonly order: KeysetOrder<Row>;
  /** Direction of the list, unless a request names one. */
  readonly direction?: SortDirection;
  /** Bytes of a row in the answer, of a list whose rows can be large: a page ends early once it has `PAGE_BYTES` of them. */
  readonly bytesOf?: (row: Row) => number;
  /**
   * Name under which its statements are prepared. Without a name they are planned with their values each time, which suits a list whose
   * filters leave out nearly all rows, or none.
   */
  readonly prepared?: string;
}

export interface KeysetRequest {
  readonly page: KeysetPage;
  /** Most rows of the page; of 0 only the total is read. */
  readonly limit: number;
  readonly direction?: SortDirection;
}

/** The rows of a page, in the order of the list, with the cursors of the pages next to it. */
export interface KeysetRows<Row> {
  readonly rows: Row[];
  readonly neighbours: PageNeighbours;
}

export interface CountedRows<Row> {
  readonly rows: Row[];
  readonly paging: PageNeighbours & { readonly total: number };
}

/** The parts of the database that a list asks. */
type Reads = Pick<Database, 'query' | 'read'>;

/**
 * A list that is read in pages by the keys of its rows: one statement for a page, one for the total. A page costs the same wherever it is,
 * and rows that come or go meanwhile show up once or not at all.
 */
export class KeysetQuery<Row extends object> {
  constructor(private readonly statements: KeysetStatements<Row>) {}

  async page(database: Reads, filter: Conditions, request: KeysetRequest): Promise<KeysetRows<Row>> {
    const { page, limit } = request;
    const found = limit > 0 ? await this.found(database, filter, request) : [];
    const rows = page.rows(this.fitting(found.slice(0, limit)));
    return { rows, neighbours: page.neighbours(rows, found.length > rows.length, this.statements.order.keysOf) };
  }

  /** `page` and `count`, at once. */
  async counted(database: Reads, filter: Conditions, request: KeysetRequest): Promise<CountedRows<Row>> {
    const [{ rows, neighbours }, total] = await Promise.all([
      this.page(database, filter, request),
      this.count(database, filter),
    ]);
    return { rows, paging: { total, ...neighbours } };
  }

  async count(database: Reads, { where, values }: Conditions): Promise<number> {
    const { from } = this.statements;
    if (from === undefined) throw new Error('The list has no total: nothing says what is counted');
    const text = `select count(*)::int as n ${from} ${where}`;
    const [row] = await this.send<{ n: number }>(database, text, values);
    return row?.n ?? 0;
  }

  /** The rows in the order in which they are read, one more than the page has room for where there are more. */
  private found(database: Reads, filter: Conditions, { page, limit, direction }: KeysetRequest): Promise<Row[]> {
    const { select, order, direction: usual = 'asc' } = this.statements;
    const reading = readingDirection(direction ?? usual, page.isBackward);
    const part = filter.copy();
    if (page.boundary) part.add(order.beyond(page.boundary.keys, reading, part.bind));
    const text = `${select} ${part.where} order by ${order.by(reading)} limit ${part.bind(limit + 1)}`;
    return this.send<Row>(database, text, part.values);
  }

  /** The first of the rows that a page has room for. */
  private fitting(rows: readonly Row[]): readonly Row[] {
    const { bytesOf } = this.statements;
    if (!bytesOf) return rows;
    const room = new PageRoom();
    const more = rows.findIndex((row) => !room.take(bytesOf(row)));
    return more < 0 ? rows : rows.slice(0, more);
  }

  private send<Found extends object>(database: Reads, text: string, values: readonly unknown[]): Promise<Found[]> {
    const { prepared } = this.statements;
    if (prepared === undefined) return database.query<Found>(text, values);
    return database.read<Found>(preparedAs(prepared, text), values);
  }
}

/** The cursor of the next page alone: of a list that is read in one direction. */
export const onlyAfter = ({ after }: PageNeighbours): { readonly after?: string } =>
  after === undefined ? {} : { after };

/**
 * A statement under a name that its text determines. For texts that follow from which filters a request has, and that bind all values: they
 * are few, so that each can stay prepared.
 */
const preparedAs = (name: string, text: string): PreparedStatement => ({
  name: `${name}-${createHash('sha256').update(text).digest('base64url').slice(0, 12)}`,
  text,
});
