-- One row for each end, in order. An end that is not the present attempt's writes nothing. An end that changes a search document is left
-- out, unless the caller writes it in the same transaction (indexes): it changes where the newest ended result of the contract has another
-- status. Without is_summed the end of a run of a contract that has parts is left out as well, so that the caller adds it up first; what
-- was aborted says nothing of the contract and is not added up.
--
-- An event is recorded with each end; the result before it is the newest that had ended, unless one was pushed meanwhile. The notice brings
-- the result along, so that whoever waits for it need not read it, where it is not longer than what PostgreSQL takes (7,999 bytes): the
-- text of the body, since numbers are shown as they are stored. Nobody waits for the runs of a batch.
--
-- One call, and so one round trip: it locks the contracts, then looks and writes. A statement of a function sees what was committed while
-- the one before it waited for the locks, which a single statement would not.
--
-- With the values before it PostgreSQL would plan the statements anew at each call, which took a block of 16 runs a quarter more CPU
-- (force_generic_plan). Arrays are passed through a subselect, so that the one plan does not rest on their lengths.
create or replace function finish_runs(
  ids uuid[], contracts bigint[], attempts integer[], claims uuid[], statuses text[], bodies jsonb[], more_details jsonb[], dones jsonb[],
  waits boolean, indexes boolean, is_summed boolean
) returns table (is_free boolean, is_left boolean, is_ended boolean, next_run json, told text)
  language plpgsql set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare locked bigint[];
begin
  if waits then
    locked := array(
      select c.node from contract c where c.node = any(array(select unnest(contracts)))
       order by c.node for no key update);
  else
    locked := array(
      select c.node from contract c where c.node = any(array(select unnest(contracts)))
       order by c.node for no key update skip locked);
  end if;
  return query
  with asked as materialized (
    select a.*, (not indexes and c.ended_status is distinct from a.status)
               or (not is_summed and a.status <> 'Aborted'
                   and exists (select from contract_part p where p.contract = a.contract)) as is_left, c.ended_status, c.ended_at
      from unnest((select ids), (select contracts), (select attempts), (select claims), (select statuses),
                  (select bodies), (select more_details), (select dones))
           with ordinality a (id, contract, attempt, claim, status, body, details, done, at)
      left join contract c on c.node = a.contract),
  gone as (
    delete from validation_run r using asked
     where r.result_id = asked.id and r.contract = asked.contract and r.attempt = asked.attempt and r.claim = asked.claim
       and r.state = 'Running'
       and not asked.is_left and asked.contract = any(array(select unnest(locked)))
    returning asked.at, r.contract, r.timestamp, r.attempt, r.started_at, r.progress, r.requested_by, r.lane,
              asked.status, asked.body, asked.details, asked.done, asked.ended_status, asked.ended_at),
  ended as (
    update contract_result r
       set status = gone.status,
           body = gone.body || jsonb_build_object('executionTime',
             greatest(0, floor(extract(epoch from clock_timestamp() - gone.started_at) * 1000))::bigint),
           details = r.details || gone.details || jsonb_build_object('attempts', gone.attempt),
           events = gone.progress || gone.done
      from gone where r.contract = gone.contract and r.timestamp = gone.timestamp
    returning gone.at, r.id, r.contract, r.timestamp, r.status, gone.requested_by, gone.ended_status, gone.ended_at, gone.lane, r.body),
  recorded as (
    insert into change_event_pending
      (event_type, entity_type, entity_id, node, fqn, previous_version, version, at, actor, result)
    select 'resultCreated', n.type, n.id, n.node, n.fqn, n.version, n.version,
           floor(extract(epoch from clock_timestamp()) * 1000)::bigint, e.requested_by,
           jsonb_strip_nulls(jsonb_build_object('id', e.id, 'timestamp', e.timestamp, 'status', e.status,
             'isLatest', e.timestamp >= coalesce(e.ended_at, 0),
             'previousStatus', case when e.timestamp >= coalesce(e.ended_at, 0) then e.ended_status else (
               select r.status from contract_result r
                where r.contract = e.contract and r.timestamp < e.timestamp and r.status not in ('Queued', 'Running')
                order by r.timestamp desc limit 1) end))
      from ended e join entity n on n.node = e.contract)
  select asked.contract = any(locked), asked.is_left, e.id is not null,
         (select json_build_object('resultId', w.result_id, 'contract', w.contract::text, 'lane', w.lane)
            from validation_run w where w.contract = e.contract and w.state = 'Queued'),
         case when e.id is not null then (
           select pg_notify('validation_run', case when octet_length(whole) <= 7999 then whole else short end)::text
             from (select json_build_object('resultId', e.id, 'status', e.status)::text as short,
                          case when e.lane = 'urgent' then
                            json_build_object('resultId', e.id, 'status', e.status, 'timestamp', e.timestamp, 'body', e.body::text)::text
                          end as whole) told) end
    from asked left join ended e on e.at = asked.at order by asked.at;
end $$;
