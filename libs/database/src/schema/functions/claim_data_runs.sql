-- Gives up to `most` runs to a worker, for as long as the lease is renewed: those whose lease has run out, then those that were asked for, before
-- those of schedules, the oldest first. A service has as many readings at once as its access allows, over all workers: the rows that are Running
-- are what counts, and the lock of its access has one worker at a time count them. A statement of a function sees what was committed before the
-- locks were there, which a single statement would not. Who is locked by somebody else is left for the next look. A connection may be tried
-- before access is given, one at a time.
--
-- served: FQNs of the services that the worker reads; null: all, and connections that are not stored.
create or replace function claim_data_runs(kinds text[], served text[], taker text, most integer, lease interval)
  returns setof data_run language plpgsql as $$
declare locked bigint[];
begin
  locked := array(
    select a.service from data_access a
     where a.service in (
       select r.service from data_run r join entity e on e.node = r.service
        where r.status in ('Queued', 'Running') and (r.status = 'Queued' or r.lease_until < clock_timestamp())
          and r.kind = any(kinds) and e.deleted_by is null and (served is null or e.fqn = any(served)))
     order by a.service for update skip locked);
  return query
  with room as materialized (
    select a.service, (a.document ->> 'enabled')::boolean as is_open,
           greatest((a.document #>> '{limits,connections}')::integer - (
             select count(*) from data_run x
              where x.service = a.service and x.status = 'Running' and x.lease_until >= clock_timestamp()), 0) as free
      from data_access a
     where a.service = any(locked) and a.suspended_by is null),
  due as materialized (
    select r.id, r.status, r.priority, r.timestamp, room.free,
           row_number() over (partition by r.service order by r.status desc, r.priority, r.timestamp, r.id) as turn
      from data_run r left join room using (service) left join entity e on e.node = r.service
     where r.kind = any(kinds)
       and case when r.service is null then served is null and r.sealed is not null
                else e.deleted_by is null and (served is null or e.fqn = any(served)) end
       and (room.is_open or r.kind = 'connectionTest' and (
              room.service is not null or not exists (select from data_access a where a.service = r.service)))
       and (r.status = 'Running' and r.lease_until < clock_timestamp()
            or r.status = 'Queued' and not exists (
              select from data_run o where o.join_key = r.join_key and o.status = 'Running'))),
  chosen as materialized (
    select r.id from due join data_run r using (id)
     where due.free is null or due.turn <= due.free
     order by due.status desc, due.priority, due.timestamp limit most for update of r skip locked)
  update data_run r
     set status = 'Running', attempts = r.attempts + 1, claim = gen_random_uuid(), worker = taker,
         crashes = r.crashes + case when r.status = 'Running' and r.worker is not null then 1 else 0 end,
         started_at = coalesce(r.started_at, floor(extract(epoch from clock_timestamp()) * 1000)::bigint),
         lease_until = clock_timestamp() + lease
    from chosen
   where r.id = chosen.id
     and (r.status = 'Queued' or r.status = 'Running' and r.lease_until < clock_timestamp())
  returning r.*;
end $$;
