import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Runs are asked for, claimed and ended by one call each, and so in one round trip: it locks the contracts, then looks and writes. A
 * statement of a function sees what was committed while the one before it waited for the locks, which a single statement would not.
 */
export class RunFunctions1700000002790 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(requestRuns());
    await runner.query(CLAIM_RUNS);
    await runner.query(finishRuns());
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function request_runs(bigint[], uuid[], text[], text, text);
      drop function claim_runs(uuid[], bigint[], text[], interval, boolean);
      drop function finish_runs(uuid[], bigint[], int[], text[], jsonb[], jsonb[], jsonb[], boolean, boolean)`);
  }
}

const NOW_MS = 'floor(extract(epoch from clock_timestamp()) * 1000)::bigint';

export const notice = (id: string, status: string) =>
  `pg_notify('validation_run', json_build_object('resultId', ${id}, 'status', ${status})::text)::text`;

/**
 * With the values before it PostgreSQL would plan the statements anew at each call, which took a block of 16 runs a quarter more CPU. Arrays
 * are passed through a subselect, so that the one plan does not rest on their lengths.
 */
export const PLANNED_ONCE = 'language plpgsql set plan_cache_mode = force_generic_plan';

// Joins the queued run of each contract or creates one; a deleted contract gets none. The result of a new run gets the next millisecond
// that no result of the contract uses. A batch run that another requester joins is no longer exclusive to the batch: it continues if the
// batch is cancelled.
// before: statements behind the lock.
export const requestRuns = (before = '') => `
  create or replace function request_runs(asked bigint[], ids uuid[], requesters text[], for_trigger text, for_lane text)
    returns table (contract_node bigint, run_id uuid, is_joined boolean, is_promoted boolean) ${PLANNED_ONCE} as $$
  #variable_conflict use_column
  declare locked bigint[];
  begin
    locked := array(
      select c.node from contract c where c.node = any(array(select unnest(asked))) and c.live
       order by c.node for no key update);${before}
    return query
    with wanted as (
      select w.* from unnest((select asked), (select ids), (select requesters)) w (contract, id, requested_by)
       where w.contract = any(array(select unnest(locked)))),
    queued as (
      select w.contract, r.result_id, for_lane = 'urgent' and r.lane <> 'urgent' as promoted from wanted w
        join validation_run r on r.contract = w.contract and r.state = 'Queued'),
    moved as (
      update validation_run r set lane = for_lane from queued q where r.result_id = q.result_id and q.promoted),
    shared as (
      update validation_batch_item i set own = false from queued q
       where i.result_id = q.result_id and i.own and for_trigger <> 'batch'),
    fresh as (
      select w.*, (
        with recursive taken (time) as (
          select ${NOW_MS}
          union all
          select time + 1 from taken where exists (
            select 1 from contract_result c where c.contract = w.contract and c.timestamp = taken.time))
        select max(time) from taken) as time
        from wanted w where not exists (select 1 from queued q where q.contract = w.contract)),
    result as (
      insert into contract_result (contract, timestamp, id, status, origin, body, details)
      select contract, time, id, 'Queued', 'run', '{}', jsonb_build_object('trigger', for_trigger, 'attempts', 0)
        from fresh),
    run as (
      insert into validation_run (result_id, contract, timestamp, state, trigger, lane, requested_by)
      select id, contract, time, 'Queued', for_trigger, for_lane, requested_by from fresh)
    select contract, result_id, true, promoted from queued
    union all select contract, id, false, false from fresh;
  end $$;
`;

/** Locks the contracts that are asked for: all of them, or those that nobody else has locked. */
export const LOCK = `
    if waits then
      locked := array(
        select c.node from contract c where c.node = any(array(select unnest(contracts)))
         order by c.node for no key update);
    else
      locked := array(
        select c.node from contract c where c.node = any(array(select unnest(contracts)))
         order by c.node for no key update skip locked);
    end if;`;

// One row for each claim, in order. From the third crash on, a crash counts only if the run was tried alone; a run without a worker was
// handed back.
const CLAIM_RUNS = `
  create function claim_runs(ids uuid[], contracts bigint[], workers text[], lease interval, waits boolean)
    returns table (is_free boolean, run_id uuid, contract_node bigint, attempts int, crash_count int, failure_count int,
                   run_trigger text, run_lane text, reported jsonb, is_retaken boolean, told text) ${PLANNED_ONCE} as $$
  #variable_conflict use_column
  declare locked bigint[];
  begin ${LOCK}
    return query
    with asked as materialized (
      select a.*, row_number() over (partition by a.id order by a.at) as turn
        from unnest((select ids), (select contracts), (select workers)) with ordinality a (id, contract, worker, at)),
    before as (
      select asked.at, r.result_id, asked.worker as taker, r.state = 'Running' and r.worker is not null as lost
        from asked join validation_run r on r.result_id = asked.id and r.contract = asked.contract
       where asked.turn = 1 and asked.contract = any(array(select unnest(locked)))),
    taken as (
      update validation_run r
         set state = 'Running', attempt = attempt + 1, alone = false, worker = before.taker,
             crashes = crashes + case
               when state = 'Running' and worker is not null and (crashes < 2 or alone) then 1 else 0 end,
             started_at = coalesce(started_at, clock_timestamp()), lease_until = clock_timestamp() + lease
        from before
       where r.result_id = before.result_id and case state
         when 'Queued' then not exists (
           select 1 from validation_run o where o.contract = r.contract and o.state = 'Running')
         else lease_until < clock_timestamp() end
      returning before.at, r.result_id, r.contract, r.timestamp, r.attempt, r.crashes, r.failures, r.trigger, r.lane,
                r.progress, before.lost),
    shown as (
      update contract_result c
         set status = 'Running', details = c.details || jsonb_build_object('attempts', taken.attempt)
        from taken where c.contract = taken.contract and c.timestamp = taken.timestamp)
    select asked.contract = any(locked), t.result_id, t.contract, t.attempt, t.crashes, t.failures, t.trigger, t.lane,
           t.progress, t.lost, case when t.result_id is not null then ${notice('t.result_id', `'Running'`)} end
      from asked left join taken t on t.at = asked.at order by asked.at;
  end $$;
`;

// One row for each end, in order. An end that is not the present attempt's writes nothing. An end that changes a search document is left
// out, unless the caller writes it in the same transaction: it changes where the newest ended result of the contract has another status.
// also: a further part of the statement that ends runs, which reads `ended`. fence: what an attempt shows beside its number. told: the notice
// of an end `e`, with what it needs of the run `r` and of `gone`.
export const finishRuns = (
  also = '',
  fence = { parameter: '', value: '', column: '', condition: '' },
  told = { ofRun: '', ofResult: '', notice: notice('e.id', 'e.status') },
) => `
  create or replace function finish_runs(ids uuid[], contracts bigint[], attempts int[], ${fence.parameter}statuses text[],
                              bodies jsonb[], more_details jsonb[], dones jsonb[], waits boolean, indexes boolean)
    returns table (is_free boolean, is_left boolean, is_ended boolean, next_run json, told text) ${PLANNED_ONCE} as $$
  #variable_conflict use_column
  declare locked bigint[];
  begin ${LOCK}
    return query
    with asked as materialized (
      select a.*, not indexes and c.ended_status is distinct from a.status as is_left, c.ended_status, c.ended_at
        from unnest((select ids), (select contracts), (select attempts), ${fence.value}(select statuses),
                    (select bodies), (select more_details), (select dones))
             with ordinality a (id, contract, attempt, ${fence.column}status, body, details, done, at)
        left join contract c on c.node = a.contract),
    gone as (
      delete from validation_run r using asked
       where r.result_id = asked.id and r.contract = asked.contract and r.attempt = asked.attempt ${fence.condition}
         and r.state = 'Running'
         and not asked.is_left and asked.contract = any(array(select unnest(locked)))
      returning asked.at, r.contract, r.timestamp, r.attempt, r.started_at, r.progress, r.requested_by,${told.ofRun}
                asked.status, asked.body, asked.details, asked.done, asked.ended_status, asked.ended_at),
    ended as (
      update contract_result r
         set status = gone.status,
             body = gone.body || jsonb_build_object('executionTime',
               greatest(0, floor(extract(epoch from clock_timestamp() - gone.started_at) * 1000))::bigint),
             details = r.details || gone.details || jsonb_build_object('attempts', gone.attempt),
             events = gone.progress || gone.done
        from gone where r.contract = gone.contract and r.timestamp = gone.timestamp
      returning gone.at, r.id, r.contract, r.timestamp, r.status, gone.requested_by, gone.ended_status, gone.ended_at${told.ofResult})${also}
    select asked.contract = any(locked), asked.is_left, e.id is not null,
           (select json_build_object('resultId', w.result_id, 'contract', w.contract::text, 'lane', w.lane)
              from validation_run w where w.contract = e.contract and w.state = 'Queued'),
           case when e.id is not null then ${told.notice} end
      from asked left join ended e on e.at = asked.at order by asked.at;
  end $$;
`;
