-- One row for each claim, in order. From the third crash on, a crash counts only if the run was tried alone; a run without a worker was
-- handed back. A claim neither waits for the disk nor is shown until something waits: it has a random token, since a crash of the server
-- may undo it.
--
-- One call, and so one round trip: it locks the contracts that nobody else has, then looks and writes. A statement of a function sees what
-- was committed before the locks were there, which a single statement would not.
--
-- With the values before it PostgreSQL would plan the statements anew at each call, which took a block of 16 runs a quarter more CPU
-- (force_generic_plan). Arrays are passed through a subselect, so that the one plan does not rest on their lengths.
create or replace function claim_runs(ids uuid[], contracts bigint[], claims uuid[], workers text[], lease interval)
  returns table (is_free boolean, run_id uuid, contract_node bigint, attempts integer, token uuid, crash_count integer,
                 failure_count integer, run_trigger text, run_lane text, reported jsonb, is_retaken boolean)
  language plpgsql set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare locked bigint[];
begin
  perform set_config('synchronous_commit', 'off', true);
  locked := array(
    select c.node from contract c where c.node = any(array(select unnest(contracts)))
     order by c.node for no key update skip locked);
  return query
  with asked as materialized (
    select a.*, row_number() over (partition by a.id order by a.at) as turn
      from unnest((select ids), (select contracts), (select claims), (select workers))
           with ordinality a (id, contract, claim, worker, at)),
  before as (
    select asked.at, r.result_id, asked.claim as token, asked.worker as taker,
           r.state = 'Running' and r.worker is not null as lost
      from asked join validation_run r on r.result_id = asked.id and r.contract = asked.contract
     where asked.turn = 1 and asked.contract = any(array(select unnest(locked)))),
  taken as (
    update validation_run r
       set state = 'Running', attempt = attempt + 1, claim = before.token, alone = false, worker = before.taker,
           crashes = crashes + case
             when state = 'Running' and worker is not null and (crashes < 2 or alone) then 1 else 0 end,
           started_at = coalesce(started_at, clock_timestamp()), lease_until = clock_timestamp() + lease
      from before
     where r.result_id = before.result_id and case state
       when 'Queued' then not exists (
         select 1 from validation_run o where o.contract = r.contract and o.state = 'Running')
       else lease_until < statement_timestamp() end
    returning before.at, r.result_id, r.contract, r.attempt, r.claim, r.crashes, r.failures, r.trigger, r.lane, r.progress,
              before.lost)
  select asked.contract = any(locked), t.result_id, t.contract, t.attempt, t.claim, t.crashes, t.failures, t.trigger, t.lane,
         t.progress, t.lost
    from asked left join taken t on t.at = asked.at order by asked.at;
end $$;
