-- Whether any policy may keep changes of contracts back. The caller's transaction keeps policies from being set and removed until it ends: what
-- it commits is judged by the policies of that moment. Each statement of a volatile function sees what is committed when it begins, so the
-- second one sees every policy that was set before the lock was there.
create or replace function contract_changes_governed() returns boolean language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('contract policies', 0));
  return exists (select from contract_policy where change ->> 'mode' <> 'open');
end
$$;
