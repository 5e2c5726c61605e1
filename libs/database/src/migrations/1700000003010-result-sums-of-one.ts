import type { MigrationInterface, QueryRunner } from 'typeorm';
import { countResultsBy, OPEN, sumUpNewRows } from './1700000001000-result-sums';
import { KEEP_AFTER_INSERT_AND_UPDATE, VERDICTS } from './1700000002871-verdicts';
import { BY_DIMENSION, FAILURES } from './1700000002950-dimension-counts';

/**
 * What follows from a result costs its writer less: of one result, new or at the end of its run, it is a few short statements by key, not
 * sets of one row; the verdict is looked at where the contract's row is at hand, not by a trigger of its own.
 */
export class ResultSumsOfOne1700000003010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const event of ['insert', 'update'])
      await runner.query(
        `drop trigger verdicts_of_results_${event} on contract_result; drop function verdicts_of_results_${event}()`,
      );
    await runner.query(SUM_UP_RESULT);
    await runner.query(ADDED);
    await runner.query(CHANGED);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(countResultsBy(BY_DIMENSION));
    await runner.query(KEEP_AFTER_INSERT_AND_UPDATE);
    await runner.query('drop function sum_up_result(contract_result)');
  }
}

/** Columns of counts by dimension. */
export const COUNTED = Object.keys(FAILURES).flatMap((name) => [`${name}_evaluated`, `${name}_passed`]);
/** Of a body, what failed in each dimension. */
export const failures = Object.entries(FAILURES)
  .map(([name, sql]) => `${sql} as ${name}`)
  .join(', ');
const values = Object.keys(FAILURES)
  .map((name) => `(failed.${name} is not null)::integer, (coalesce(failed.${name} = 0, false))::integer`)
  .join(', ');

/** Each by its own statement: one of both takes longer to begin than they take. */
const count = (table: string, unit: string, ms: number): string => `
      insert into ${table} as c (contract, ${unit}, status, n, ${COUNTED.join(', ')})
      values (added.contract, added.timestamp / ${ms}, added.status, 1, ${values})
      on conflict (contract, ${unit}, status) do update
        set n = c.n + 1, ${COUNTED.map((name) => `${name} = c.${name} + excluded.${name}`).join(', ')};`;

// The contract's row says enough of its results before, and is locked before its counts are. What is asked of it is asked again of the row
// that another writer has committed meanwhile.
const SUM_UP_RESULT = `
  create function sum_up_result(added contract_result) returns void language plpgsql as $$
  declare
    has_ended boolean := added.status not in ${OPEN};
    kept record;
    failed record;
  begin
    update contract c
       set latest_result = case when added.timestamp >= coalesce((c.latest_result -> 'timestamp')::bigint, 0)
             then jsonb_strip_nulls(jsonb_build_object('timestamp', added.timestamp, 'status', added.status,
                    'message', added.body -> 'result', 'resultId', added.id))
             else c.latest_result end,
           ended_status = case when has_ended and added.timestamp >= coalesce(c.ended_at, 0)
             then added.status else c.ended_status end,
           ended_at = case when has_ended then greatest(c.ended_at, added.timestamp) else c.ended_at end
     where c.node = added.contract
       and (added.timestamp >= coalesce((c.latest_result -> 'timestamp')::bigint, 0)
            or has_ended and added.timestamp >= coalesce(c.ended_at, 0))
    returning c.verdict, c.verdict_since into kept;
    if not found then
      select c.verdict, c.verdict_since into kept from contract c where c.node = added.contract for no key update;
    end if;
    if added.status in ${VERDICTS}
       and not coalesce(added.status = kept.verdict and added.timestamp >= kept.verdict_since, false) then
      perform keep_verdicts(array[added.contract]);
    end if;
    if has_ended or added.origin <> 'run' then
      select ${failures} into failed from (select added.body) r;
      ${count('contract_result_count', 'hour', 3_600_000)}
      ${count('contract_result_day', 'day', 86_400_000)}
    end if;
  end $$;`;

/** Contracts are found by key whichever number of rows the kept plan was made for. */
const BY_KEY = `
       and c.node = any(array(select contract from new_rows))`;

/** A result like the newest one, and not older than its like, changes no verdict: nearly all of them. */
const SUM_UP_ALL = `${sumUpNewRows(BY_KEY)}
      touched := array(
        select n.contract from new_rows n join contract c on c.node = n.contract
         where n.status in ${VERDICTS}
           and not coalesce(n.status = c.verdict and n.timestamp >= c.verdict_since, false));`;

const KEEP_TOUCHED = `
      if cardinality(touched) > 0 then perform keep_verdicts(touched); end if;`;

export const ADDED = `
  create or replace function sum_up_results_insert() returns trigger language plpgsql as $$
  declare
    one contract_result;
    touched bigint[];
  begin
    select * into one from new_rows;
    if not found then return null; end if;
    if not exists (select from new_rows offset 1) then
      perform sum_up_result(one);
    else ${SUM_UP_ALL} ${KEEP_TOUCHED}
      ${BY_DIMENSION.insert}
    end if;
    return null;
  end $$;`;

const isOpenRun = (row: string): string => `${row}origin = 'run' and ${row}status in ${OPEN}`;

// Rows that move, or come to life again, are for the general way.
const CHANGED = `
  create or replace function sum_up_results_update() returns trigger language plpgsql as $$
  declare
    before contract_result;
    one contract_result;
    touched bigint[];
  begin
    select * into before from old_rows;
    if not found then return null; end if;
    select * into one from new_rows;
    if ${isOpenRun('before.')} and before.contract = one.contract and before.timestamp = one.timestamp
       and not exists (select from new_rows offset 1) then
      perform sum_up_result(one);
      return null;
    end if;
    if exists (select from old_rows where status not in ${OPEN})
       or exists (select contract, timestamp from old_rows except select contract, timestamp from new_rows) then
      perform sum_up_latest_result(array(select contract from old_rows union select contract from new_rows));
      touched := array(
        select contract from old_rows where status in ${VERDICTS}
        union select contract from new_rows where status in ${VERDICTS});
    else ${SUM_UP_ALL}
    end if; ${KEEP_TOUCHED}
    ${BY_DIMENSION.update}
    return null;
  end $$;`;
