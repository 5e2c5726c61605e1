import { EntityReader, entityTypes, type EntityAnswer } from '@app/catalog';
import { badRequest, groupBy, type Actor } from '@app/common';
import { query, type Transaction } from '@app/database';
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
/** Different joins of a table that are stored of a day, and shown of all days. */
const MOST_OF_A_DAY = 10_000;
const MOST_SHOWN = 1_000;
const LONGEST_DAY = 1024 * 1024;

/** Each join of a day as one row: the column ('' for the table as a whole), what it was joined with, how often. */
type Join = readonly [column: string, other: string, count: number];

/** With what tables are joined, day by day. */
@Injectable()
export class TableJoins {
  constructor(
    private readonly targets: TargetFinder,
    private readonly reader: EntityReader,
  ) {}

  /**
   * Stores the joins of a day; what was reported of the same column and its partner that day is replaced.
   *
   * @returns the table with the sums of the last 30 days, of the 1,000 most frequent joins
   * @throws {AppError} NOT_FOUND, FORBIDDEN, BAD_REQUEST for more than 10,000 different joins of a day
   */
  async push(actor: Actor, table: string, joins: SentTableJoins): Promise<EntityAnswer> {
    const target = await this.targets.find(actor, TYPE, table, 'EditAll');
    const sent = rowsOf(joins);
    if (sent.length > MOST_OF_A_DAY) throw tooMany(sent.length);
    return this.targets.change(target, async (tx) => {
      const known = await query<{ joins: Join[] }>(tx, OF_A_DAY, [target.node, joins.startDate]);
      const ofDay = merged(known[0]?.joins ?? [], sent);
      if (ofDay.length > MOST_OF_A_DAY) throw tooMany(ofDay.length);
      const stored = JSON.stringify(ofDay);
      if (stored.length > LONGEST_DAY)
        throw badRequest(`The joins of a day have at most ${LONGEST_DAY} characters as JSON`);
      await query(tx, PUT, [target.node, joins.startDate, stored]);
      await this.show(tx, target.node);
      return this.reader.whole({ tx, entityType: entityTypes.get(TYPE) }, target.id, 'non-deleted');
    });
  }

  /** A read-only attribute, so that the table's version stays. */
  private async show(tx: Transaction, node: string): Promise<void> {
    const sums = await query<Sum>(tx, RECENT, [node, DAYS, MOST_SHOWN]);
    const [first] = sums;
    if (first) await query(tx, SHOW, [node, JSON.stringify(shownOf(first.start, sums))]);
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

/** The sum of a join over the days; `start` is the first of them. */
export interface Sum extends JoinedWith {
  readonly start: string;
  readonly columnName: string;
}

/** Shape of the answer: columns and partners in the order of the sums. */
export function shownOf(startDate: string, sums: readonly Sum[]): object {
  const byColumn = groupBy(sums, ({ columnName }) => columnName);
  const directTableJoins = partnersOf(byColumn.get(''));
  byColumn.delete('');
  const columnJoins = [...byColumn].map(([columnName, of]) => ({ columnName, joinedWith: partnersOf(of) }));
  return { startDate, dayCount: DAYS, columnJoins, directTableJoins };
}

const partnersOf = (sums: readonly Sum[] = []): JoinedWith[] =>
  sums.map(({ fullyQualifiedName, joinCount }) => ({ fullyQualifiedName, joinCount }));

function tooMany(count: number): Error {
  return badRequest(`A table has at most ${MOST_OF_A_DAY} different joins a day; with these it has ${count}`);
}

const OF_A_DAY = `select joins from table_join where node = $1 and day = $2`;

const PUT = `
  insert into table_join (node, day, joins) values ($1, $2, $3)
  on conflict (node, day) do update set joins = excluded.joins`;

/** The joins of the days up to the newest that is known, those with the most first. */
const RECENT = `
  select to_char(last.day - $2::int + 1, 'YYYY-MM-DD') as start, one ->> 0 as "columnName",
         one ->> 1 as "fullyQualifiedName", sum((one ->> 2)::bigint)::float8 as "joinCount"
    from (select max(day) as day from table_join where node = $1) last
    join table_join j on j.node = $1 and j.day > last.day - $2::int,
         jsonb_array_elements(j.joins) one
   group by last.day, 2, 3
   order by 4 desc, 3, 2 limit $3`;

const SHOW = `
  update entity set details = details || jsonb_build_object('joins', $2::jsonb)
   where node = $1 and details -> 'joins' is distinct from $2::jsonb`;
