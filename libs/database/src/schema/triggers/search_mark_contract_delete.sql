-- The document of an asset shows its contract.
create or replace function search_mark_contract_delete() returns trigger language plpgsql as $$
begin
  insert into search_mark (node) select asset from changed on conflict do nothing;
  return null;
end $$;

create or replace trigger search_mark_contract_delete after delete on contract
  referencing old table as changed for each statement execute function search_mark_contract_delete();
