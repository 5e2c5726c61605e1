-- Has the open proposals of contracts looked at from which a declaration goes: those who have not approved may all be gone. In one order, so that
-- two that end many do not wait for each other in a circle.
create or replace function note_consumer_gone() returns trigger language plpgsql as $$
begin
  with lacking as materialized (
    select p.id from contract_proposal p
     where p.ended_at is null and p.deadline is not null and not p.consumer_gone and p.contract in (select contract from old_rows)
     order by p.contract for no key update)
  update contract_proposal p set consumer_gone = true from lacking l where p.id = l.id;
  return null;
end $$;

create or replace trigger note_consumer_gone after delete on contract_consumer
  referencing old table as old_rows for each statement execute function note_consumer_gone();
