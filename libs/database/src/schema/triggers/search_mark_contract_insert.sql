-- The document of an asset shows its contract.
create or replace function search_mark_contract_insert() returns trigger language plpgsql as $$
begin
  insert into search_mark (node) select asset from changed on conflict do nothing;
  return null;
end $$;

create or replace trigger search_mark_contract_insert after insert on contract
  referencing new table as changed for each statement execute function search_mark_contract_insert();
