-- Has the SLA of a contract looked at that gets another one, or whose asset says when its data was last new. By row: hardly any update does so, and the
-- condition is asked without a function.
create or replace function look_at_sla_entity() returns trigger language plpgsql as $$
begin
  perform look_at_sla_of(array(
    select c.node from contract c where c.node = new.node union all select c.node from contract c where c.asset = new.node));
  return null;
end $$;

create or replace trigger look_at_sla_entity after update of body, details on entity for each row
  when ((new.type = 'dataContract' and old.body -> 'sla' is distinct from new.body -> 'sla')
        or old.details -> 'lifeCycle' is distinct from new.details -> 'lifeCycle')
  execute function look_at_sla_entity();
