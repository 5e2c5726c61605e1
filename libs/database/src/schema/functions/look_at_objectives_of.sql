-- Has the objectives of contracts judged anew: something that they rest on changes in this transaction. Rows that are due already are locked as well, so
-- that no worker judges them by what was there before and takes that for the whole. In one order, so that two statements do not wait for each other in
-- a circle.
create or replace function look_at_objectives_of(contracts bigint[]) returns void language plpgsql as $$
begin
  perform from contract_objective o where o.contract = any(contracts) order by o.contract for no key update;
  if found then
    update contract_objective o set look_at = 0, changes_at = 0
     where o.contract = any(contracts) and (o.look_at, o.changes_at) is distinct from (0::bigint, 0::bigint);
  end if;
end $$;
