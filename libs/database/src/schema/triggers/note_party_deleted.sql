-- Has the open proposals of contracts looked at on which a user or team that is deleted has declared something: the declaration stays, and counts
-- for nothing.
create or replace function note_party_deleted() returns trigger language plpgsql as $$
begin
  with lacking as materialized (
    select p.id from contract_consumer d join contract_proposal p on p.contract = d.contract
     where d.party = new.node and p.ended_at is null and p.deadline is not null and not p.consumer_gone
     order by p.contract for no key update of p)
  update contract_proposal p set consumer_gone = true from lacking l where p.id = l.id;
  return null;
end $$;

create or replace trigger note_party_deleted after update on entity for each row
  when (new.type in ('user', 'team') and old.deleted_by is null and new.deleted_by is not null)
  execute function note_party_deleted();
