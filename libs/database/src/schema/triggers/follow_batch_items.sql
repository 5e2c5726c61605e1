-- In the transaction of the run, whatever SQL changed it: a batch is right at each moment.
create or replace function follow_batch_items() returns trigger language plpgsql as $$
declare followed uuid;
begin
  for followed in
    with moved as (
      update validation_batch_item set status = new.status where result_id = new.id returning batch)
    select distinct batch from moved
  loop
    perform pg_notify('validation_batch', followed::text);
  end loop;
  return null;
end $$;

create or replace trigger follow_batch_items after update of status on contract_result
  for each row when (new.origin = 'run' and old.status is distinct from new.status) execute function follow_batch_items();
