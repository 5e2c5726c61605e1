-- Who follows a run hears of each change that shows, and workers hear where one may begin: it waits, or its end made room.
create or replace function tell_data_run() returns trigger language plpgsql as $$
begin
  perform pg_notify('data_run', json_build_object('id', new.id, 'status', new.status)::text);
  if new.status <> 'Running' or new.worker is null then
    perform pg_notify('data_queue', '');
  end if;
  return null;
end $$;

create or replace trigger tell_data_run_requested after insert on data_run for each row execute function tell_data_run();

create or replace trigger tell_data_run_changed after update on data_run for each row
  when (old.status is distinct from new.status or old.progress is distinct from new.progress
        or old.warning_count is distinct from new.warning_count or old.worker is distinct from new.worker)
  execute function tell_data_run();
