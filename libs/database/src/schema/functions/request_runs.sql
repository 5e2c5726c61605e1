-- Joins the queued run of each contract or creates one; a deleted contract gets none. The result of a new run gets the next millisecond
-- that no result of the contract uses. A batch run that another requester joins is no longer exclusive to the batch: it continues if the
-- batch is cancelled. One result of a contract is Queued at a time: a run that has begun unseen is shown before the next one is there.
--
-- The queued run reads the source if any of its requests asked for it.
--
-- One call, and so one round trip: it locks the contracts, then looks and writes. A statement of a function sees what was committed while
-- the one before it waited for the locks, which a single statement would not.
--
-- With the values before it PostgreSQL would plan the statements anew at each call, which took a block of 16 runs a quarter more CPU
-- (force_generic_plan). Arrays are passed through a subselect, so that the one plan does not rest on their lengths.
create or replace function request_runs(asked bigint[], ids uuid[], requesters text[], for_trigger text, for_lane text,
                                        for_trace text default null, for_evidence text default 'auto')
  returns table (contract_node bigint, run_id uuid, is_joined boolean, is_promoted boolean)
  language plpgsql set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare locked bigint[];
begin
  locked := array(
    select c.node from contract c where c.node = any(array(select unnest(asked))) and c.live
     order by c.node for no key update);
  if exists (select from validation_run v where v.contract = any(array(select unnest(locked))) and v.state = 'Running') then
    update contract_result c
       set status = 'Running', details = c.details || jsonb_build_object('attempts', v.attempt)
      from validation_run v
     where v.contract = any(array(select unnest(locked))) and v.state = 'Running' and c.status = 'Queued'
       and c.contract = v.contract and c.timestamp = v.timestamp
       and (c.status, c.details -> 'attempts') is distinct from ('Running', to_jsonb(v.attempt));
  end if;
  return query
  with wanted as (
    select w.* from unnest((select asked), (select ids), (select requesters)) w (contract, id, requested_by)
     where w.contract = any(array(select unnest(locked)))),
  queued as (
    select w.contract, r.result_id, for_lane = 'urgent' and r.lane <> 'urgent' as promoted from wanted w
      join validation_run r on r.contract = w.contract and r.state = 'Queued'),
  moved as (
    update validation_run r
       set lane = case when q.promoted then for_lane else r.lane end, evidence = wider_evidence(r.evidence, for_evidence)
      from queued q
     where r.result_id = q.result_id and (q.promoted or r.evidence <> wider_evidence(r.evidence, for_evidence))),
  shared as (
    update validation_batch_item i set own = false from queued q
     where i.result_id = q.result_id and i.own and for_trigger <> 'batch'),
  fresh as (
    select w.*, (
      with recursive taken (time) as (
        select floor(extract(epoch from clock_timestamp()) * 1000)::bigint
        union all
        select time + 1 from taken where exists (
          select 1 from contract_result c where c.contract = w.contract and c.timestamp = taken.time))
      select max(time) from taken) as time
      from wanted w where not exists (select 1 from queued q where q.contract = w.contract)),
  result as (
    insert into contract_result (contract, timestamp, id, status, origin, body, details)
    select contract, time, id, 'Queued', 'run', '{}',
           jsonb_build_object('trigger', for_trigger, 'requestedBy', requested_by, 'attempts', 0)
      from fresh),
  run as (
    insert into validation_run (result_id, contract, timestamp, state, trigger, lane, requested_by, traceparent, evidence)
    select id, contract, time, 'Queued', for_trigger, for_lane, requested_by, for_trace, for_evidence from fresh)
  select contract, result_id, true, promoted from queued
  union all select contract, id, false, false from fresh;
end $$;
