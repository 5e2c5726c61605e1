-- The section incidents of the policy that holds for a contract, which is the most specific one that has it; null where none has. Of several
-- at one place that of the smaller FQN.
create or replace function incident_rules(of_contract bigint) returns jsonb language sql stable as $$
  select p.incidents
    from policies_of_contract(of_contract) s join contract_policy p on p.id = s.policy left join entity e on e.node = p.scope
   where p.incidents is not null order by s.level, s.distance, e.fqn limit 1
$$;
