-- After sum_up_results_delete, which locks the contracts: triggers run in the order of their names.
create or replace function verdicts_of_results_delete() returns trigger language plpgsql as $$
declare touched bigint[] := '{}';
begin
  touched := touched || array(
    select distinct contract from old_rows where status in ('Success', 'PartialSuccess', 'Failed'));
  if cardinality(touched) > 0 then perform keep_verdicts(touched); end if;
  return null;
end $$;

create or replace trigger verdicts_of_results_delete after delete on contract_result
  referencing old table as old_rows for each statement execute function verdicts_of_results_delete();
