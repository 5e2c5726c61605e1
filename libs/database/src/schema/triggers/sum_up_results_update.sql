create or replace function sum_up_results_update() returns trigger language plpgsql as $$
begin
  perform summarise_results(array_agg(c.counts), array_agg(c.timestamp))
     from (select result_counts(r, -1) as counts, r.timestamp from removed r
           union all select result_counts(a, 1), a.timestamp from added a) c
   having count(*) > 0;
  return null;
end $$;

create or replace trigger sum_up_results_update after update on contract_result
  referencing old table as removed new table as added for each statement execute function sum_up_results_update();
