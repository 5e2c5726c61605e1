-- Requests that wait hear of each change that shows, and workers hear where a recount may begin: it waits, or its worker has handed it back.
create or replace function tell_recount_run() returns trigger language plpgsql as $$
begin
  perform pg_notify('recount_run', new.id::text);
  if new.status = 'Queued' or new.status = 'Running' and new.worker is null then
    perform pg_notify('recount_queue', '');
  end if;
  return null;
end $$;

create or replace trigger tell_recount_run_requested after insert on recount_run for each row execute function tell_recount_run();

create or replace trigger tell_recount_run_changed after update on recount_run for each row
  when (old.status is distinct from new.status or old.worker is distinct from new.worker) execute function tell_recount_run();
