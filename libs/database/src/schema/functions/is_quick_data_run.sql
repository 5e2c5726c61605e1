-- Whether a run is expected to take a few seconds: a test of a connection, or one of a kind and target that took at most 5 s when it was run last.
create or replace function is_quick_data_run(run_kind text, run_service bigint, run_asset bigint) returns boolean stable language sql as $$
  select run_kind = 'connectionTest' or coalesce(case when run_asset is null then (
    select n.ended_at - n.started_at <= 5000 from data_run n
     where n.service = run_service and n.kind = run_kind and n.asset is null and n.ended_at is not null and n.started_at is not null
     order by n.timestamp desc limit 1)
  else (
    select n.ended_at - n.started_at <= 5000 from data_run n
     where n.asset = run_asset and n.kind = run_kind and n.ended_at is not null and n.started_at is not null
     order by n.timestamp desc limit 1) end, false)
$$;
