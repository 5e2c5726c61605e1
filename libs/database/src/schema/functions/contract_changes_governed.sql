-- Whether any policy may keep changes of contracts back, or one of before a move of this contract, and whether time has decided on the open proposal of this one (0: a new one). The
-- caller's transaction keeps policies from being set and removed until it ends: what it commits is judged by the policies of that moment. Each
-- statement of a volatile function sees what is committed when it begins, so the second one sees every policy that was set before the lock was there.
create or replace function contract_changes_governed(of_contract bigint, out governed boolean, out due boolean) language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('contract policies', 0));
  governed := exists (select from contract_policy where change ->> 'mode' <> 'open')
    or exists (select from contract_policy_move where contract = of_contract);
  due := contract_proposal_due(of_contract);
end
$$;
