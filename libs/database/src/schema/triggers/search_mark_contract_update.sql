-- The documents of a contract and of its asset show the status of its newest result that has ended. By row, since what most results change
-- of a contract marks nothing, and the condition is asked without a function.
create or replace function search_mark_contract_update() returns trigger language plpgsql as $$
begin
  insert into search_mark (node) values (new.asset), (new.node) on conflict do nothing;
  return null;
end $$;

create or replace trigger search_mark_contract_update after update on contract for each row
  when ((old.status, old.live, old.ended_status) is distinct from (new.status, new.live, new.ended_status))
  execute function search_mark_contract_update();
