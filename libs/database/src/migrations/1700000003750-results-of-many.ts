import type { MigrationInterface, QueryRunner } from 'typeorm';
import { OPEN, sumUpNewRows } from './1700000001000-result-sums';
import { VERDICTS } from './1700000002871-verdicts';
import { BY_DIMENSION, FAILURES } from './1700000002950-dimension-counts';

/**
 * What follows from a set of results in which each contract has one, as batches and groups of pushes have, is written from the rows as they
 * are: nothing is grouped or sorted to find the newest of one, and each count is one row of the statement.
 */
export class ResultsOfMany1700000003750 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(added(EACH_OF_ONE));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(added(''));
  }
}

const LATEST = `jsonb_strip_nulls(jsonb_build_object(
             'timestamp', n.timestamp, 'status', n.status, 'message', n.body -> 'result', 'resultId', n.id))`;

/** Contracts are found by key whichever number of rows the kept plan was made for. */
const BY_KEY = `
       and c.node = any(array(select contract from new_rows))`;

/** A result that goes on with its contract's verdict, which nearly all do. */
const GOES_ON = `coalesce(n.status = c.verdict and n.timestamp >= c.verdict_since, false)`;

const hasEnded = `n.status not in ${OPEN}`;
const isLatest = `n.timestamp >= coalesce((c.latest_result -> 'timestamp')::bigint, 0)`;
const isLastEnded = `${hasEnded} and n.timestamp >= coalesce(c.ended_at, 0)`;

const COUNTED = Object.keys(FAILURES).flatMap((name) => [`${name}_evaluated`, `${name}_passed`]);
const failures = Object.entries(FAILURES)
  .map(([name, sql]) => `${sql} as ${name}`)
  .join(', ');
const values = Object.keys(FAILURES)
  .map((name) => `(${name} is not null)::integer, coalesce(${name} = 0, false)::integer`)
  .join(', ');

/** One row of counts for each result. */
const count = (table: string, unit: string, ms: number): string => `
        insert into ${table} as c (contract, ${unit}, status, n, ${COUNTED.join(', ')})
        select contract, timestamp / ${ms}, status, 1, ${values} from result
        on conflict (contract, ${unit}, status) do update
          set n = c.n + 1, ${COUNTED.map((name) => `${name} = c.${name} + excluded.${name}`).join(', ')}`;

const TOUCHED = `
      touched := array(
        select n.contract from new_rows n join contract c on c.node = n.contract
         where n.status in ${VERDICTS} and not ${GOES_ON});
      if cardinality(touched) > 0 then perform keep_verdicts(touched); end if;`;

// Contracts are locked by a statement of their own: one that joined them with the new rows, to compare verdicts at once, met deadlocks.
// Counts are taken in any order, since whoever writes those of a contract holds the lock of its row.
const EACH_OF_ONE = `
    elsif not exists (select from new_rows group by contract having count(*) > 1) then
      perform from contract where node = any(array(select contract from new_rows)) order by node for no key update;
      update contract c
         set latest_result = case when ${isLatest} then ${LATEST} else c.latest_result end,
             ended_status = case when ${isLastEnded} then n.status else c.ended_status end,
             ended_at = case when ${hasEnded} then greatest(c.ended_at, n.timestamp) else c.ended_at end
        from new_rows n
       where c.node = n.contract${BY_KEY}
         and (${isLatest} or ${isLastEnded});${TOUCHED}
      with result as materialized (
        select contract, timestamp, status, ${failures} from new_rows where not (origin = 'run' and status in ${OPEN})),
      of_hour as (${count('contract_result_count', 'hour', 3_600_000)})
      ${count('contract_result_day', 'day', 86_400_000)};`;

const added = (eachOfOne: string): string => `
  create or replace function sum_up_results_insert() returns trigger language plpgsql as $$
  declare
    one contract_result;
    touched bigint[];
  begin
    select * into one from new_rows;
    if not found then return null; end if;
    if not exists (select from new_rows offset 1) then
      perform sum_up_result(one);${eachOfOne}
    else ${sumUpNewRows(BY_KEY)}${TOUCHED}
      ${BY_DIMENSION.insert}
    end if;
    return null;
  end $$;`;
