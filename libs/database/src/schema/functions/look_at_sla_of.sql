-- Has contracts looked at again that have a target of an SLA, or had one: what their risks follow from changes in this transaction. In one order, so that two statements
-- do not wait for each other in a circle.
create or replace function look_at_sla_of(contracts bigint[]) returns void language sql as $$
  insert into contract_notice_due (contract, type, due_at)
  select e.node, 'contractSlaAtRisk', 0
    from entity e
   where e.node = any(contracts) and e.type = 'dataContract'
     and (e.body -> 'sla' ?| array['refreshFrequency', 'availabilityTime']
          or exists (select from contract_notice_due d where d.contract = e.node and d.type = 'contractSlaAtRisk'))
   order by e.node
  on conflict (contract, type) do update set due_at = 0, holds_until = 0;
$$;
