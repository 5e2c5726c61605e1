-- Whatever SQL takes it, and with the service: what waits for a source that may not be read any more ends, and what reads it is cancelled.
create or replace function end_data_access() returns trigger language plpgsql as $$
begin
  perform end_data_runs(array(
    select id from data_run where status in ('Queued', 'Running') and service_ref ->> 'id' = old.service_id::text),
    'noDataAccess', 'The data access of the service ended before the run did');
  return null;
end $$;

create or replace trigger end_data_access_removed after delete on data_access for each row execute function end_data_access();

create or replace trigger end_data_access_withheld after update on data_access
  for each row when (new.suspended_by is not null or not (new.document ->> 'enabled')::boolean)
  execute function end_data_access();
