import type { MigrationInterface, QueryRunner } from 'typeorm';
import { countResultsBy, OPEN, type CountSql } from './1700000001000-result-sums';

/**
 * Counts by hour and by day say of each dimension as well how many results evaluated it and how many found nothing wrong: a summary of a
 * year reads these instead of every result.
 */
export class DimensionCounts1700000002950 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(FAILED);
    for (const table of TABLES)
      await runner.query(`alter table ${table} ${each((name) => `add column ${name} integer not null default 0`)}`);
    await runner.query(countResultsBy(BY_DIMENSION));
    await runner.query(COUNT_HOURS);
    await runner.query(COUNT_DAYS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(countResultsBy());
    for (const table of TABLES) await runner.query(`alter table ${table} ${each((name) => `drop column ${name}`)}`);
    await runner.query('drop function failed_items(jsonb, text); drop function failed_targets(jsonb)');
  }
}

const TABLES = ['contract_result_count', 'contract_result_day'];

// Null: the dimension was not evaluated, or too little is said of it. What a pushed result leaves out follows from the rest.
const FAILED = `
  create function failed_items(body jsonb, dimension text) returns numeric language sql immutable parallel safe return
    coalesce((body -> dimension ->> 'failed')::numeric,
             (body -> dimension ->> 'total')::numeric - (body -> dimension ->> 'passed')::numeric);
  create function failed_targets(body jsonb) returns integer language sql immutable parallel safe return
    case when body ? 'slaValidation' then jsonb_path_exists(body, '$.slaValidation.* ? (@ == false)')::integer end;
`;

/** SQL of what failed, over a body. */
export const FAILURES = {
  schema: `failed_items(body, 'schemaValidation')`,
  semantics: `failed_items(body, 'semanticsValidation')`,
  quality: `failed_items(body, 'qualityValidation')`,
  sla: 'failed_targets(body)',
};
const NAMES = Object.keys(FAILURES);
const COLUMNS = NAMES.flatMap((name) => [`${name}_evaluated`, `${name}_passed`]);
const each = (sql: (column: string) => string): string => COLUMNS.map(sql).join(', ');

const failures = Object.entries(FAILURES)
  .map(([name, sql]) => `${sql} as ${name}`)
  .join(', ');

/** Over rows with `k` and what failed in each dimension. */
const SUMS = NAMES.map(
  (name) => `
            coalesce(sum(k) filter (where ${name} is not null), 0)::integer as ${name}_evaluated,
            coalesce(sum(k) filter (where ${name} = 0), 0)::integer as ${name}_passed`,
).join(',');

const notOpen = `not (origin = 'run' and status in ${OPEN})`;
const counted = each((name) => name);
const more = (row: string): string => each((name) => `${name} = c.${name} + ${row}.${name}`);

// A result that is replaced by another one of its status changes dimensions alone: its counts are there.
const lower = (table: string, unit: string, change: string) => `
      update ${table} c set n = c.n + change.k, ${more('change')} from ${change} change
       where change.k <= 0 and (c.contract, c.${unit}, c.status) = (change.contract, change.${unit}, change.status)`;
const raise = (table: string, unit: string, change: string) => `
      insert into ${table} as c (contract, ${unit}, status, n, ${counted})
      select contract, ${unit}, status, k, ${counted} from ${change} where k > 0 order by 1, 2, 3
      on conflict (contract, ${unit}, status) do update set n = c.n + excluded.n, ${more('excluded')}`;

const rows = (from: string, k: 1 | -1): string =>
  `select contract, timestamp, status, ${k} as k, ${failures} from ${from} where ${notOpen}`;

// Materialized: what failed is taken from each body once.
const changesOf = (changes: string): string => `
    with result as materialized (${changes}),
    change as (
      select * from (
        select contract, timestamp / 3600000 as hour, status, sum(k) as k, ${SUMS} from result group by 1, 2, 3) of_hour
       where (k, ${counted}) is distinct from (0, ${each(() => '0')})),
    change_of_day as (
      select contract, hour / 24 as day, status, sum(k) as k, ${each((name) => `sum(${name})::integer as ${name}`)}
        from change group by 1, 2, 3)`;

const LOWER = `
    lowered as (${lower('contract_result_count', 'hour', 'change')}),
    lowered_of_day as (${lower('contract_result_day', 'day', 'change_of_day')})`;
const RAISE = `
    raised as (${raise('contract_result_count', 'hour', 'change')})
    ${raise('contract_result_day', 'day', 'change_of_day')};`;

const ADD = `
    if exists (select from new_rows where ${notOpen}) then
      ${changesOf(rows('new_rows', 1))}, ${RAISE}
    end if;`;

// A statement costs what its parts cost to begin, and most results that change are those of runs: they were not counted before.
export const BY_DIMENSION: CountSql = {
  insert: ADD,
  update: `
    if exists (select from old_rows where ${notOpen}) then
      ${changesOf(`${rows('new_rows', 1)} union all ${rows('old_rows', -1)}`)}, ${LOWER}, ${RAISE}
    else ${ADD}
    end if;`,
  delete: `${changesOf(rows('old_rows', -1))}, ${LOWER}, ${RAISE}`,
};

const COUNT_HOURS = `
  update contract_result_count c set ${each((name) => `${name} = of_hour.${name}`)}
    from (select contract, timestamp / 3600000 as hour, status, ${SUMS}
            from (select contract, timestamp, status, 1 as k, ${failures} from contract_result where ${notOpen}) result
           group by 1, 2, 3) of_hour
   where (c.contract, c.hour, c.status) = (of_hour.contract, of_hour.hour, of_hour.status)`;

const COUNT_DAYS = `
  update contract_result_day c set ${each((name) => `${name} = of_day.${name}`)}
    from (select contract, hour / 24 as day, status, ${each((name) => `sum(${name})::integer as ${name}`)}
            from contract_result_count group by 1, 2, 3) of_day
   where (c.contract, c.day, c.status) = (of_day.contract, of_day.day, of_day.status)`;
