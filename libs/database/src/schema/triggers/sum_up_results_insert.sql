create or replace function sum_up_results_insert() returns trigger language plpgsql as $$
begin
  perform summarise_results(array_agg(result_counts(a, 1)), array_agg(a.timestamp)) from added a having count(*) > 0;
  return null;
end $$;

create or replace trigger sum_up_results_insert after insert on contract_result
  referencing new table as added for each statement execute function sum_up_results_insert();
