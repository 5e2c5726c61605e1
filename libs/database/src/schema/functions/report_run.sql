-- Shows that a run goes on, and what it has come to so far: who waits for the disk then waits for the claim too. False if another attempt
-- has taken it, or it has ended.
create or replace function report_run(run_id uuid, of_contract bigint, by_attempt integer, by_claim uuid, done jsonb)
  returns boolean
  language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  perform from contract c where c.node = of_contract for no key update;
  update validation_run v set progress = v.progress || done
   where v.result_id = run_id and v.attempt = by_attempt and v.claim = by_claim and v.state = 'Running';
  if not found then return false; end if;

  update contract_result c
     set status = 'Running', details = c.details || jsonb_build_object('attempts', v.attempt)
    from validation_run v
   where v.result_id = run_id and c.contract = v.contract and c.timestamp = v.timestamp
     and (c.status, c.details -> 'attempts') is distinct from ('Running', to_jsonb(v.attempt));
  perform pg_notify('validation_run', json_build_object('resultId', run_id, 'status', 'Running')::text)::text;
  return true;
end $$;
