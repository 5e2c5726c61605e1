-- A new incident of a contract, with its first line of history. Called behind the lock of the contract. rules: the section of the policy that
-- holds; opener and told: who opens it by hand, and what is said of it.
create or replace function open_incident(of_contract bigint, at bigint, rules jsonb, opener bigint default null, told jsonb default '{}') returns contract_incident
  language plpgsql as $$
declare
  i contract_incident;
  now_ms bigint := floor(extract(epoch from clock_timestamp()) * 1000);
begin
  insert into contract_incident (contract, status, opened_at, created_at, rules, muted_until, mute_reason, updated_at)
  select of_contract, 'New', at, now_ms, rules, m.muted_until, m.mute_reason, now_ms
    from (select) one
    left join lateral (
      select p.muted_until, p.mute_reason
        from (select * from contract_incident l where l.contract = of_contract order by l.place desc limit 1) p
       where p.muted_until > now_ms) m on true
  returning * into i;
  insert into contract_incident_history (incident, at, person, action, details) values (i.id, now_ms, opener, 'open', told);
  return i;
end $$;
