-- Gives up to `most` runs to a worker, for as long as the lease is renewed: those whose lease has run out, then those that were asked for, before
-- those of schedules. Of these the slots are shared: among services, by how many of each are running and go before, then among the people who
-- requested them; then the oldest first. The last of the worker's `slots` is left to quick runs, tests of connections and what took at most 5 s
-- when it was run last: they do not wait for slow ones, of whomever.
--
-- A service has as many readings at once as its access allows, over all workers: the rows that are Running are what counts, and the lock of its
-- access has one worker at a time count them. A statement of a function sees what was committed before the locks were there, which a single
-- statement would not. Who is locked by somebody else is left for the next look. A connection may be tried before access is given, one at a time.
-- Crashes are counted as claim_runs does.
--
-- slots: all that the worker has, 1 where it does not say so.
-- served: FQNs of the services that the worker reads; null: all, and connections that are not stored.
create or replace function claim_data_runs(kinds text[], served text[], taker text, most integer, lease interval, slots integer default 1)
  returns setof data_run language plpgsql as $$
declare locked bigint[];
begin
  locked := array(
    select a.service from data_access a
     where a.service in (
       select r.service from data_run r join entity e on e.node = r.service
        where r.status in ('Queued', 'Running') and (r.status = 'Queued' or r.lease_until < statement_timestamp())
          and r.kind = any(kinds) and e.deleted_by is null and (served is null or e.fqn = any(served)))
     order by a.service for update skip locked);
  return query
  with running as materialized (
    select r.kind, r.service, r.asset, r.requested_by, r.worker
      from data_run r where r.status = 'Running' and r.lease_until >= statement_timestamp()),
  room as materialized (
    select a.service, (a.document ->> 'enabled')::boolean as is_open,
           greatest((a.document #>> '{limits,connections}')::integer - (
             select count(*) from running x where x.service = a.service), 0) as free
      from data_access a
     where a.service = any(locked) and a.suspended_by is null),
  due as materialized (
    select r.id, r.kind, r.status, r.priority, r.timestamp, r.service, r.asset, r.requested_by, room.free,
           row_number() over (partition by r.service order by r.status desc, r.priority, r.timestamp, r.id) as turn
      from data_run r left join room using (service) left join entity e on e.node = r.service
     where r.kind = any(kinds)
       and case when r.service is null then served is null and r.sealed is not null
                else e.deleted_by is null and (served is null or e.fqn = any(served)) end
       and (room.is_open or r.kind = 'connectionTest' and (
              room.service is not null or not exists (select from data_access a where a.service = r.service)))
       and (r.status = 'Running' and r.lease_until < statement_timestamp()
            or r.status = 'Queued' and not exists (
              select from data_run o where o.join_key = r.join_key and o.status = 'Running'))),
  shared as materialized (
    select d.*, d.turn + coalesce(v.n, 0) as of_service,
           coalesce(p.n, 0) + row_number() over (
             partition by d.requested_by order by d.status desc, d.priority, d.turn, d.timestamp, d.id) as of_person
      from due d
      left join (select x.service, count(*) as n from running x group by 1) v using (service)
      left join (select x.requested_by, count(*) as n from running x group by 1) p using (requested_by)
     where d.free is null or d.turn <= d.free),
  ranked as materialized (
    select s.*, row_number() over (order by s.status desc, s.priority, s.of_service, s.of_person, s.timestamp, s.id) as rank
      from shared s),
  -- Behind so many that are slow only tests of connections are looked for.
  judged as materialized (
    select k.id, k.rank, is_quick_data_run(k.kind, k.service, k.asset) as is_quick
      from ranked k where k.rank <= most + 100 or k.kind = 'connectionTest'),
  numbered as (
    select j.id, j.rank, j.is_quick, count(*) filter (where not j.is_quick) over (order by j.rank) as slow from judged j),
  chosen as materialized (
    select r.id from numbered n join data_run r using (id)
     where n.is_quick or slots = 1 or n.slow <= slots - 1 - (
             select count(*) from running x
              where x.worker = taker and not is_quick_data_run(x.kind, x.service, x.asset))
     order by n.rank limit most for update of r skip locked)
  update data_run r
     set status = 'Running', attempts = r.attempts + 1, claim = gen_random_uuid(), worker = taker,
         crashes = r.crashes + case
           when r.status = 'Running' and r.worker is not null and (r.crashes < 2 or r.alone) then 1 else 0 end,
         alone = false,
         started_at = coalesce(r.started_at, floor(extract(epoch from clock_timestamp()) * 1000)::bigint),
         lease_until = clock_timestamp() + lease
    from chosen
   where r.id = chosen.id
     and (r.status = 'Queued' or r.status = 'Running' and r.lease_until < statement_timestamp())
  returning r.*;
end $$;
