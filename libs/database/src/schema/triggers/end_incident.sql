-- The open incident of a contract that is deleted, or that a write takes out of force, is resolved: nobody has to mend it any more.
create or replace function end_incident() returns trigger language plpgsql as $$
declare now_ms bigint := floor(extract(epoch from clock_timestamp()) * 1000);
begin
  with ended as (
    update contract_incident i set status = 'Resolved', resolution = 'Other', resolved_at = now_ms, updated_at = now_ms
     where i.contract = new.node and i.status <> 'Resolved' returning i.id)
  insert into contract_incident_history (incident, at, action, details)
  select id, now_ms, 'resolve', jsonb_build_object('resolution', 'Other', 'reason',
         case when new.live then 'contractOutOfForce' else 'contractDeleted' end) from ended;
  return null;
end $$;

create or replace trigger end_incident after update of status, live, effective_from, effective_until on contract for each row
  when (old.live and not (new.live and
    new.status in ('Active', 'Approved')
    and coalesce(new.effective_from <= extract(epoch from clock_timestamp()) * 1000, true)
    and coalesce(new.effective_until > extract(epoch from clock_timestamp()) * 1000, true))
    and (not new.live or (
      old.status in ('Active', 'Approved')
      and coalesce(old.effective_from <= extract(epoch from clock_timestamp()) * 1000, true)
      and coalesce(old.effective_until > extract(epoch from clock_timestamp()) * 1000, true))))
  execute function end_incident();
