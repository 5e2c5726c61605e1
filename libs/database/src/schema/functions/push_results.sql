-- Adds results with their events. Gives ids and FQNs of the contracts that it locked; the others have none added. Both are null where a
-- result has the id or the timestamp of another one: then nothing is added, and the locks are free again. The locks are taken within the
-- block that is undone: rows that one subtransaction has locked and another changes take a multixact each.
--
-- replaced_statuses: of results whose places new ones take, which the caller has deleted. waits: for contracts that others have locked. Of
-- more_details, pushers and origins one value may stand for all rows: those of one request have the same, and it is read once.
--
-- The contracts are found before they are locked: joined in one statement, a small table of them was read whole for each push.
--
-- The newest push without a producer speaks for the whole contract: beside parts of tools it is one of them (whole). Its content stays with the
-- result until the next push of a tool reads it (KNOWN of the part repository). Contracts without parts pay one look by key.
--
-- What follows from the results (summarise_results) is written by the trigger of the insert.
--
-- One call, and so one round trip: it locks the contracts, then looks and writes. A statement of a function sees what was committed while
-- the one before it waited for the locks, which a single statement would not.
--
-- With the values before it PostgreSQL would plan the statements anew at each call, which took a block of 16 runs a quarter more CPU
-- (force_generic_plan). Arrays are passed through a subselect, so that the one plan does not rest on their lengths.
create or replace function push_results(
  contracts uuid[], timestamps bigint[], ids uuid[], statuses text[], bodies jsonb[], more_details jsonb[], pushers text[],
  replaced_statuses text[], origins jsonb[], waits boolean, out contract_ids json, out contract_fqns json
) language plpgsql set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  nodes bigint[];
  found uuid[];
  fqns text[];
  versions integer[];
  ended_ats bigint[];
  ended_statuses text[];
begin
  nodes := array(select e.node from entity e where e.id = any(contracts));
  if waits then
    select array_agg(l.nodes), array_agg(l.found), array_agg(l.fqns), array_agg(l.versions), array_agg(l.ended_ats),
           array_agg(l.ended_statuses)
      into nodes, found, fqns, versions, ended_ats, ended_statuses
      from (select c.node as nodes, e.id as found, e.fqn as fqns, e.version as versions, c.ended_at as ended_ats,
                   c.ended_status as ended_statuses
              from contract c join entity e on e.node = c.node
             where c.node = any(nodes) and c.live
             order by c.node for no key update of c) l;
  else
    select array_agg(l.nodes), array_agg(l.found), array_agg(l.fqns), array_agg(l.versions), array_agg(l.ended_ats),
           array_agg(l.ended_statuses)
      into nodes, found, fqns, versions, ended_ats, ended_statuses
      from (select c.node as nodes, e.id as found, e.fqn as fqns, e.version as versions, c.ended_at as ended_ats,
                   c.ended_status as ended_statuses
              from contract c join entity e on e.node = c.node
             where c.node = any(nodes) and c.live
             order by c.node for no key update of c skip locked) l;
  end if;

  with sent as materialized (
    select s.*, l.*
      from (select s.contract, s.timestamp, s.id, s.status, s.body, s.replaced,
                   case when cardinality(more_details) = 1 then more_details[1] else s.details end as details,
                   case when cardinality(pushers) = 1 then pushers[1] else s.pushed_by end as pushed_by,
                   case when cardinality(origins) = 1 then origins[1] else s.origin end as origin
              from unnest((select contracts), (select timestamps), (select ids), (select statuses), (select bodies),
                          (select more_details), (select pushers), (select replaced_statuses), (select origins))
                   s (contract, timestamp, id, status, body, details, pushed_by, replaced, origin)) s
      join unnest((select nodes), (select found), (select fqns), (select versions), (select ended_ats), (select ended_statuses))
           l (node, contract_id, fqn, version, ended_at, ended_status) on l.contract_id = s.contract),
  ordered as (
    select s.*, lag(timestamp) over series as earlier_at, lag(status) over series as earlier_status,
           lead(timestamp) over series as later_at
      from sent s window series as (partition by node order by timestamp)),
  recorded as (
    insert into change_event_pending
      (event_type, entity_type, entity_id, node, fqn, previous_version, version, at, actor, origin, result)
    select case when a.replaced is null then 'resultCreated' else 'resultUpdated' end, 'dataContract', a.contract, a.node, a.fqn,
           a.version, a.version, floor(extract(epoch from clock_timestamp()) * 1000)::bigint, a.pushed_by, a.origin,
           jsonb_strip_nulls(jsonb_build_object('id', a.id, 'timestamp', a.timestamp, 'status', a.status,
             'previousStatus',
               case when a.replaced is not null then a.replaced
                    when a.earlier_at > coalesce(a.ended_at, 0) then a.earlier_status
                    when a.timestamp > coalesce(a.ended_at, 0) then a.ended_status
                    else (
                      select b.status from (
                        (select o.timestamp, o.status from contract_result o
                          where o.contract = a.node and o.timestamp < a.timestamp and o.status not in ('Queued', 'Running')
                          order by o.timestamp desc limit 1)
                        union all select a.earlier_at, a.earlier_status where a.earlier_at is not null) b
                       order by b.timestamp desc limit 1) end,
             'isLatest', a.later_at is null and a.timestamp >= coalesce(a.ended_at, 0)))
      from ordered a),
  stored as (
    insert into contract_result as r (contract, timestamp, id, status, origin, body, details)
    select node, timestamp, id, status, 'pushed', body, details || jsonb_build_object('requestedBy', pushed_by) from sent
    returning r.contract, r.timestamp, r.status, r.details)
  insert into contract_part as p (contract, producer, timestamp, status, body, details, placed_at, summed_at, lasting)
  select distinct on (s.contract) s.contract, 'whole', s.timestamp, s.status, '{}'::jsonb, '{}'::jsonb, s.timestamp, s.timestamp, true
    from stored s
   where s.status in ('Success', 'PartialSuccess', 'Failed') and not s.details ? 'producer'
     and exists (select from contract_part k where k.contract = s.contract)
   order by s.contract, s.timestamp desc
  on conflict (contract, producer) do update
    set timestamp = excluded.timestamp, status = excluded.status, body = excluded.body, details = excluded.details,
        placed_at = excluded.placed_at, summed_at = excluded.summed_at, ended = false, lasting = true
  where p.timestamp <= excluded.timestamp;
  contract_ids := to_json(coalesce(found, '{}'));
  contract_fqns := to_json(coalesce(fqns, '{}'));
exception when unique_violation then
  contract_ids := null;
  contract_fqns := null;
end $$;
