-- An incident with what it counts, from all verdicts of its contract up to a time (null: there are none).
create or replace function count_incident(i contract_incident, up_to bigint) returns contract_incident language plpgsql stable as $$
declare since bigint;
begin
  select count(*), max(r.timestamp) into i.failures, since from contract_result r
   where r.contract = i.contract and r.status in ('PartialSuccess', 'Failed') and r.timestamp between i.opened_at and up_to;
  select count(*) into i.good_runs from contract_result r
   where r.contract = i.contract and r.status = 'Success' and r.timestamp between coalesce(since + 1, i.opened_at) and up_to;
  i.last_result := (
    select jsonb_strip_nulls(jsonb_build_object('timestamp', r.timestamp, 'status', r.status, 'message', result_message(r.body, r.details)))
      from contract_result r where r.contract = i.contract and r.timestamp = up_to);
  return i;
end $$;
