-- In the transaction that ends the last reading of a validation, whatever SQL it is, the validation may be claimed again. Its row is locked before
-- the readings are looked at: of two that end at once the second sees the end of the first.
create or replace function resume_validation() returns trigger language plpgsql as $$
declare waiting_lane text;
begin
  perform from validation_run v where v.result_id = old.for_result for update;
  update validation_run v set lease_until = clock_timestamp() - interval '1 s'
   where v.result_id = old.for_result and v.state = 'Running' and v.reads and v.claim is null
     and not exists (select from data_run r where r.for_result = old.for_result and r.status in ('Queued', 'Running'))
  returning v.lane into waiting_lane;
  if found then
    perform pg_notify('validation_queue', json_build_object('lane', waiting_lane)::text);
  end if;
  return null;
end $$;

create or replace trigger resume_validation_ended after update of status on data_run for each row
  when (old.for_result is not null and new.status not in ('Queued', 'Running') and old.status in ('Queued', 'Running'))
  execute function resume_validation();

create or replace trigger resume_validation_removed after delete on data_run for each row
  when (old.for_result is not null and old.status in ('Queued', 'Running')) execute function resume_validation();
