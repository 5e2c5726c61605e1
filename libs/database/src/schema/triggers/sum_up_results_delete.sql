create or replace function sum_up_results_delete() returns trigger language plpgsql as $$
begin
  perform summarise_results(array_agg(result_counts(r, -1)), array_agg(r.timestamp)) from removed r having count(*) > 0;
  return null;
end $$;

create or replace trigger sum_up_results_delete after delete on contract_result
  referencing old table as removed for each statement execute function sum_up_results_delete();
