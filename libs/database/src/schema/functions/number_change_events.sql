-- Gives pending events their positions, in the audit and among the events that are told. A statement behind the lock sees what the one
-- before it committed, so positions become visible in their order. Of one entity a later change is made after the earlier one was
-- committed: whoever sees it sees both, and numbers them by seq.
create or replace function number_change_events(most integer) returns integer language plpgsql as $$
declare numbered integer;
begin
  if not exists (select from change_event_pending) then return 0; end if;
  perform pg_advisory_xact_lock(hashtextextended('change_event', 0));
  with taken as materialized (
    delete from change_event_pending
     where seq = any(array(select seq from change_event_pending order by seq limit most)) returning *),
  audited as (
    insert into audit_record (at, outcome, operation, entity_type, entity_id, fqn, previous_version, version, actor, actor_id, address,
                              request_id, route, hash_before, hash_after, change, result, reason, count)
    select at, case when refusal is null then 'done' else 'refused' end, event_type, entity_type, entity_id, fqn, previous_version,
           version, actor, (origin ->> 'userId')::uuid, origin ->> 'address', origin ->> 'requestId', origin ->> 'route',
           hash_before, hash_after, audited_change(change), result, refusal ->> 'reason', (refusal ->> 'count')::integer
      from (select * from taken order by seq) t),
  told as (
    insert into change_event (event_type, entity_type, entity_id, node, fqn, previous_version, version, at, actor, change, result)
    select event_type, entity_type, entity_id, node, fqn, previous_version, version, at, actor, change, result
      from (select * from taken where refusal is null and (event_type like 'entity%' or event_type like 'result%') order by seq) t)
  select count(*) into numbered from taken;
  if numbered > 0 then perform pg_notify('change_event', ''); end if;
  return numbered;
end $$;
