import { EntityReader, entityTypes, inTransaction, writerKey, type EntityAnswer } from '@app/catalog';
import type { Actor } from '@app/common';
import { Database, query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { TargetFinder } from '../target/target-finder';

interface JoinedWith {
  readonly fullyQualifiedName: string;
  readonly joinCount: number;
}

/** With what a table was joined on the day `startDate` (YYYY-MM-DD). */
export interface SentTableJoins {
  readonly startDate: string;
  readonly columnJoins?: readonly { readonly columnName: string; readonly joinedWith: readonly JoinedWith[] }[];
  readonly directTableJoins?: readonly JoinedWith[];
}

const TYPE = 'table';
/** How many days are summed up. */
const DAYS = 30;

/** Each join of a day as one row: the column ('' for the table as a whole), what it was joined with, how often. */
type Join = readonly [column: string, other: string, count: number];

/** With what tables are joined, day by day. */
@Injectable()
export class TableJoins {
  constructor(
    private readonly database: Database,
    private readonly targets: TargetFinder,
    private readonly reader: EntityReader,
  ) {}

  /**
   * Stores the joins of a day; what was told of the same column and its partner that day is replaced.
   *
   * @returns the table with the sums of the last 30 days
   * @throws {AppError} NOT_FOUND, FORBIDDEN
   */
  async push(actor: Actor, table: string, joins: SentTableJoins): Promise<EntityAnswer> {
    const target = await this.targets.find(actor, TYPE, table, 'EditAll');
    return this.database.queuedTransaction([writerKey(TYPE, target)], async (tx) => {
      await this.targets.lock(tx, target);
      const known = await query<{ joins: Join[] }>(tx, OF_A_DAY, [target.node, joins.startDate]);
      await query(tx, PUT, [
        target.node,
        joins.startDate,
        JSON.stringify(merged(known[0]?.joins ?? [], rowsOf(joins))),
      ]);
      await this.show(tx, target.node);
      return this.reader.read(inTransaction(tx), entityTypes.get(TYPE), target.id, 'non-deleted');
    });
  }

  /** A read-only attribute, so that the table's version stays. */
  private async show(tx: Transaction, node: string): Promise<void> {
    const rows = await query<{ start: string; joins: Join[] }>(tx, RECENT, [node, DAYS]);
    const [first] = rows;
    if (first)
      await query(tx, SHOW, [
        node,
        JSON.stringify(
          summed(
            first.start,
            rows.flatMap(({ joins }) => joins),
          ),
        ),
      ]);
  }
}

function rowsOf({ columnJoins = [], directTableJoins = [] }: SentTableJoins): Join[] {
  const of = (column: string, list: readonly JoinedWith[]): Join[] =>
    list.map(({ fullyQualifiedName, joinCount }) => [column, fullyQualifiedName, joinCount]);
  return [
    ...columnJoins.flatMap(({ columnName, joinedWith }) => of(columnName, joinedWith)),
    ...of('', directTableJoins),
  ];
}

const keyOf = ([column, other]: Join): string => JSON.stringify([column, other]);

function merged(before: readonly Join[], now: readonly Join[]): Join[] {
  return [...new Map([...before, ...now].map((join) => [keyOf(join), join])).values()];
}

/** Shape of the answer: columns and partners with the most joins first. */
export function summed(startDate: string, joins: readonly Join[]): object {
  const sums = new Map<string, Join>();
  for (const join of joins) {
    const [column, other, count] = join;
    sums.set(keyOf(join), [column, other, count + (sums.get(keyOf(join))?.[2] ?? 0)]);
  }
  const byCount = [...sums.values()].sort(([, a, x], [, b, y]) => y - x || (a < b ? -1 : 1));
  const partners = (wanted: string): JoinedWith[] =>
    byCount
      .filter(([column]) => column === wanted)
      .map(([, fullyQualifiedName, joinCount]) => ({ fullyQualifiedName, joinCount }));
  const columns = [...new Set(byCount.map(([column]) => column))].filter((column) => column !== '');
  const columnJoins = columns.map((columnName) => ({ columnName, joinedWith: partners(columnName) }));
  return { startDate, dayCount: DAYS, columnJoins, directTableJoins: partners('') };
}

const OF_A_DAY = `select joins from table_join where node = $1 and day = $2`;

const PUT = `
  insert into table_join (node, day, joins) values ($1, $2, $3)
  on conflict (node, day) do update set joins = excluded.joins`;

/** Of the days up to the newest that is known. */
const RECENT = `
  select to_char(last.day - $2::int + 1, 'YYYY-MM-DD') as start, j.joins
    from (select max(day) as day from table_join where node = $1) last
    join table_join j on j.node = $1 and j.day > last.day - $2::int`;

const SHOW = `
  update entity set details = details || jsonb_build_object('joins', $2::jsonb)
   where node = $1 and details -> 'joins' is distinct from $2::jsonb`;
