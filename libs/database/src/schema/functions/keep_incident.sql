-- Stores what verdicts have made of an incident; one that recovered has it in its history.
create or replace function keep_incident(i contract_incident) returns void language plpgsql as $$
declare now_ms bigint := floor(extract(epoch from clock_timestamp()) * 1000);
begin
  update contract_incident o
     set status = i.status, resolution = i.resolution, resolved_at = i.resolved_at, failures = i.failures, good_runs = i.good_runs,
         first_result = i.first_result, last_result = i.last_result, updated_at = now_ms
   where o.id = i.id;
  if i.resolution = 'recovered' then
    insert into contract_incident_history (incident, at, action) values (i.id, now_ms, 'recovered');
  end if;
end $$;
