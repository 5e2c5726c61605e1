-- The transitions of a contract go with its asset into another service. Behind the lock each result is seen that was written by the service before.
create or replace function derive_transitions_entity() returns trigger language plpgsql as $$
begin
  perform from contract c where c.asset = new.node order by c.node for no key update;
  perform derive_transitions(array_agg(c.node), array_agg(0::bigint), array_agg(9223372036854775807)) from contract c
    where c.asset = new.node having count(*) > 0;
  return null;
end $$;

create or replace trigger derive_transitions_entity after update of root on entity for each row
  when (old.root is distinct from new.root)
  execute function derive_transitions_entity();
