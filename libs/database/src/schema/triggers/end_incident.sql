-- The open incident of a contract that is deleted, or that a write takes out of force, is resolved: nobody has to mend it any more. That of
-- a contract which a crawl deletes with its table stays open: the table that is gone is what has to be mended.
create or replace function end_incident() returns trigger language plpgsql as $$
begin
  insert into incident_input (contract, at, ended)
  select new.node, floor(extract(epoch from clock_timestamp()) * 1000), case when new.live then 'contractOutOfForce' else 'contractDeleted' end
   where exists (select from contract_incident i where i.contract = new.node and i.status <> 'Resolved')
      or exists (select from incident_input w where w.contract = new.node);
  return null;
end $$;

create or replace trigger end_incident after update of status, live, effective_from, effective_until on contract for each row
  when (old.live and (new.live or new.gone_at is null) and not (new.live and
    new.status in ('Active', 'Approved')
    and coalesce(new.effective_from <= extract(epoch from clock_timestamp()) * 1000, true)
    and coalesce(new.effective_until > extract(epoch from clock_timestamp()) * 1000, true))
    and (not new.live or (
      old.status in ('Active', 'Approved')
      and coalesce(old.effective_from <= extract(epoch from clock_timestamp()) * 1000, true)
      and coalesce(old.effective_until > extract(epoch from clock_timestamp()) * 1000, true))))
  execute function end_incident();
