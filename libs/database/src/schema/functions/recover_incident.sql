-- An incident as it is once enough verdicts have passed: resolved, at the timestamp of the last one that was needed.
create or replace function recover_incident(i contract_incident) returns contract_incident language plpgsql stable as $$
declare since bigint;
begin
  select max(r.timestamp) into since from contract_result r
   where r.contract = i.contract and r.status in ('PartialSuccess', 'Failed')
     and r.timestamp between i.opened_at and (i.last_result -> 'timestamp')::bigint;
  select r.timestamp into i.resolved_at from contract_result r
   where r.contract = i.contract and r.status = 'Success' and r.timestamp >= coalesce(since + 1, i.opened_at)
   order by r.timestamp offset (i.rules ->> 'closeAfterRuns')::integer - 1 limit 1;
  i.status := 'Resolved';
  i.resolution := 'recovered';
  return i;
end $$;
