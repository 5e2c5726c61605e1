-- Resolves the open incidents of contracts that have ended by their date since the incident was opened, as of that date. Answers show that
-- before it is carried out. Called behind the locks of the contracts.
create or replace function end_past_incidents(contracts bigint[]) returns void language plpgsql as $$
declare now_ms bigint := floor(extract(epoch from clock_timestamp()) * 1000);
begin
  with ended as (
    update contract_incident i
       set status = 'Resolved', resolution = 'Other', resolved_at = c.effective_until, updated_at = now_ms
      from contract c
     where i.contract = any(contracts) and i.status <> 'Resolved' and c.node = i.contract
       and c.effective_until <= now_ms and i.created_at < c.effective_until and c.status <> 'Draft'
    returning i.id)
  insert into contract_incident_history (incident, at, action, details)
  select id, now_ms, 'resolve', jsonb_build_object('resolution', 'Other', 'reason', 'contractEnded') from ended;
end $$;
