-- Has the SLAs of contracts looked at whose asset loses an observation, or has another one in its place.
create or replace function look_at_sla_observation() returns trigger language plpgsql as $$
begin
  perform look_at_sla_of(array(
    select c.node from contract c where c.asset in (select o.asset from old_rows o where o.kind <> 'availability') order by c.node));
  return null;
end $$;

create or replace trigger look_at_sla_observation_gone after delete on observation
  referencing old table as old_rows for each statement execute function look_at_sla_observation();

create or replace trigger look_at_sla_observation_changed after update on observation
  referencing old table as old_rows for each statement execute function look_at_sla_observation();
