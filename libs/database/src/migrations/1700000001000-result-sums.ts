import type { MigrationInterface, QueryRunner } from 'typeorm';
import { CONTRACT_UPDATE_MARKS } from '../search/search-marks';
import { RESULT_SUMS } from './1700000000100-contracts';

/**
 * What follows from a result costs its writer less: counts by day beside those by hour, open runs out of the counts, a
 * contract's row that stays where it is while its latest result has the same status, and search documents that change when a
 * result ends, not when a run begins.
 */
export class ResultSums1700000001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(NO_TRIGGERS);
    await runner.query(COLUMNS);
    await runner.query(DAYS);
    await runner.query(SUMS);
    await runner.query(MARKS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(NO_TRIGGERS);
    await runner.query(COUNT_OPEN_RUNS);
    await runner.query(`drop function sum_up_latest_result(bigint[]); drop table contract_result_day`);
    await runner.query(RESULT_SUMS);
    await runner.query(`
      drop trigger search_mark_contract_update on contract;
      drop function search_mark_contract_update();
      ${CONTRACT_UPDATE_MARKS}
      alter table contract drop column latest_status, drop column ended_status, drop column ended_at,
        reset (fillfactor);
      create index contract_latest_status on contract ((latest_result ->> 'status'), node)`);
  }
}

const EVENTS = ['insert', 'update', 'delete'] as const;
type SumEvent = (typeof EVENTS)[number];

const NO_TRIGGERS = EVENTS.map(
  (event) => `drop trigger sum_up_results_${event} on contract_result; drop function sum_up_results_${event}();`,
).join('\n');

export const OPEN = `('Queued', 'Running')`;

// An index on a column of its own, not on an expression of latest_result: an update that leaves the status as it is touches no
// index then. ended_*: of the newest result that has ended.
const COLUMNS = `
  drop index contract_latest_status;
  alter table contract
    add column latest_status text generated always as (latest_result ->> 'status') stored,
    add column ended_status text,
    add column ended_at bigint,
    set (fillfactor = 75);
  create index contract_latest_status on contract (latest_status, node);
  update contract c set ended_status = r.status, ended_at = r.timestamp
    from contract o cross join lateral (
         select status, timestamp from contract_result r
          where r.contract = o.node and status not in ${OPEN} order by timestamp desc limit 1) r
   where c.node = o.node;
`;

const openRuns = `
  select contract, timestamp / 3600000 as hour, state as status, count(*) as k from validation_run group by 1, 2, 3`;

// Days (timestamp / 86,400,000) as the hours are: the total of a year is 365 rows of each status, not 8,760.
// An open run is counted where it stands, in validation_run: on its way to its end it would change four counts otherwise.
const DAYS = `
  update contract_result_count c set n = c.n - o.k from (${openRuns}) o
   where (c.contract, c.hour, c.status) = (o.contract, o.hour, o.status);
  create table contract_result_day (
    contract bigint not null references contract (node) on delete cascade,
    day bigint not null,
    status text not null,
    n bigint not null,
    primary key (contract, day, status)
  ) with (fillfactor = 50);
  insert into contract_result_day (contract, day, status, n)
  select contract, hour / 24, status, sum(n) from contract_result_count where n <> 0 group by 1, 2, 3;
`;

const COUNT_OPEN_RUNS = `
  insert into contract_result_count as c (contract, hour, status, n) ${openRuns}
  on conflict (contract, hour, status) do update set n = c.n + excluded.n`;

const LATEST = `jsonb_strip_nulls(jsonb_build_object(
      'timestamp', timestamp, 'status', status, 'message', body -> 'result', 'resultId', id))`;

// The general way looks among all results of a contract. Where results were added, or those of runs went on, the new rows and the
// contract's own row say enough. Each locks the contracts first: a statement behind the lock sees what was committed meanwhile.
const SUM_UP = `
  create or replace function sum_up_latest_result(contracts bigint[]) returns void language plpgsql as $$
  begin
    perform from contract where node = any(contracts) order by node for no key update;
    update contract c set latest_result = n.latest, ended_status = n.ended_status, ended_at = n.ended_at
      from (select o.node, l.latest, e.status as ended_status, e.timestamp as ended_at
              from contract o
              left join lateral (
                select ${LATEST} as latest from contract_result r
                 where r.contract = o.node order by timestamp desc limit 1) l on true
              left join lateral (
                select status, timestamp from contract_result r
                 where r.contract = o.node and status not in ${OPEN} order by timestamp desc limit 1) e on true
             where o.node = any(contracts)) n
     where c.node = n.node
       and (c.latest_result, c.ended_status, c.ended_at) is distinct from (n.latest, n.ended_status, n.ended_at);
  end $$;`;

/** @param found a further condition of the contract's row */
export const sumUpNewRows = (found = '') => `
    perform from contract where node = any(array(select contract from new_rows)) order by node for no key update;
    update contract c
       set latest_result = case when n.at >= coalesce((c.latest_result -> 'timestamp')::bigint, 0)
             then n.latest else c.latest_result end,
           ended_status = case when n.ended_at >= coalesce(c.ended_at, 0) then n.ended_status else c.ended_status end,
           ended_at = greatest(c.ended_at, n.ended_at)
      from (select contract, max(timestamp) as at,
                   (array_agg(${LATEST} order by timestamp desc))[1] as latest,
                   max(timestamp) filter (where status not in ${OPEN}) as ended_at,
                   (array_agg(status order by timestamp desc) filter (where status not in ${OPEN}))[1] as ended_status
              from new_rows group by contract) n
     where c.node = n.contract${found}
       and (n.at >= coalesce((c.latest_result -> 'timestamp')::bigint, 0) or n.ended_at >= coalesce(c.ended_at, 0));`;

const rows = (from: string, k: 1 | -1) =>
  `select contract, timestamp, status, ${k} as k from ${from} where not (origin = 'run' and status in ${OPEN})`;

const changesOf = (changes: string) => `
    with change as (
      select contract, timestamp / 3600000 as hour, status, sum(k) as k from (${changes}) changes
       group by 1, 2, 3 having sum(k) <> 0),
    change_of_day as (
      select contract, hour / 24 as day, status, sum(k) as k from change group by 1, 2, 3)`;

const RAISE = `
    raised as (
      insert into contract_result_count as c (contract, hour, status, n)
      select contract, hour, status, k from change where k > 0 order by 1, 2, 3
      on conflict (contract, hour, status) do update set n = c.n + excluded.n)
    insert into contract_result_day as c (contract, day, status, n)
    select contract, day, status, k from change_of_day where k > 0 order by 1, 2, 3
    on conflict (contract, day, status) do update set n = c.n + excluded.n;`;

// A count is only ever lowered where its row is: when a contract goes, its counts may have gone before its results.
const LOWER = `
    lowered as (
      update contract_result_count c set n = c.n + change.k from change
       where change.k < 0 and (c.contract, c.hour, c.status) = (change.contract, change.hour, change.status)),
    lowered_of_day as (
      update contract_result_day c set n = c.n + change.k from change_of_day change
       where change.k < 0 and (c.contract, c.day, c.status) = (change.contract, change.day, change.status))`;

// Deletions empty whole hours and days, whose counts would only slow down the sums.
const FORGET_EMPTY = `
    delete from contract_result_count c
     using (select distinct contract, timestamp / 3600000 as hour, status from old_rows) o
     where c.n = 0 and (c.contract, c.hour, c.status) = (o.contract, o.hour, o.status);
    delete from contract_result_day c
     using (select distinct contract, timestamp / 86400000 as day, status from old_rows) o
     where c.n = 0 and (c.contract, c.day, c.status) = (o.contract, o.day, o.status);`;

/** SQL that counts the results of an event. */
export type CountSql = Readonly<Record<SumEvent, string>>;

const BY_STATUS: CountSql = {
  insert: `${changesOf(rows('new_rows', 1))}, ${RAISE}`,
  update: `${changesOf(`${rows('new_rows', 1)} union all ${rows('old_rows', -1)}`)}, ${LOWER}, ${RAISE}`,
  delete: `${changesOf(rows('old_rows', -1))}, ${LOWER}, ${RAISE}`,
};

const added = ({ insert }: CountSql): string => `${sumUpNewRows()} ${insert}`;

// Rows that move, or come to life again, are for the general way.
const changed = ({ update }: CountSql): string => `
    if exists (select from old_rows where status not in ${OPEN})
       or exists (select contract, timestamp from old_rows except select contract, timestamp from new_rows) then
      perform sum_up_latest_result(array(select contract from old_rows union select contract from new_rows));
    else ${sumUpNewRows()}
    end if;
    ${update}`;

const removed = (sql: CountSql): string => `
    perform from contract where node = any(array(select contract from old_rows)) order by node for no key update;
    perform sum_up_latest_result(array(
      select c.node from (select contract, max(timestamp) as at from old_rows group by 1) o join contract c on c.node = o.contract
       where o.at >= least((c.latest_result -> 'timestamp')::bigint, c.ended_at)));
    ${sql.delete}
    ${FORGET_EMPTY}`;

const sumUp = (create: string, event: SumEvent, body: string) => `
  ${create} function sum_up_results_${event}() returns trigger language plpgsql as $$
  begin ${body}
    return null;
  end $$;`;

/** SQL that has the triggers count by `sql`; as they did in the beginning without it. */
export const countResultsBy = (sql = BY_STATUS): string =>
  [
    sumUp('create or replace', 'insert', added(sql)),
    sumUp('create or replace', 'update', changed(sql)),
    sumUp('create or replace', 'delete', removed(sql)),
  ].join('\n');

const trigger = (event: SumEvent, referencing: string, body: string) => `${sumUp('create', event, body)}
  create trigger sum_up_results_${event} after ${event} on contract_result
    ${referencing} for each statement execute function sum_up_results_${event}();`;

const SUMS = `
  ${SUM_UP}
  ${trigger('insert', 'referencing new table as new_rows', added(BY_STATUS))}
  ${trigger('update', 'referencing old table as old_rows new table as new_rows', changed(BY_STATUS))}
  ${trigger('delete', 'referencing old table as old_rows', removed(BY_STATUS))}`;

// By row, since what most results change of a contract marks nothing, and the condition is asked without a function.
const MARKS = `
  drop trigger search_mark_contract_update on contract;
  drop function search_mark_contract_update();
  create function search_mark_contract_update() returns trigger language plpgsql as $$
  begin
    insert into search_mark (node) values (new.asset) on conflict do nothing;
    return null;
  end $$;
  create trigger search_mark_contract_update after update on contract for each row
    when ((old.status, old.live, old.ended_status) is distinct from (new.status, new.live, new.ended_status))
    execute function search_mark_contract_update();
  insert into search_mark (node)
  select asset from contract where latest_status is distinct from ended_status on conflict do nothing;`;
