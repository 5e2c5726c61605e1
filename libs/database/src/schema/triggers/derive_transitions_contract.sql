-- Transitions are those of live contracts, by the service that the asset lies in.
create or replace function derive_transitions_contract() returns trigger language plpgsql as $$
begin
  delete from verdict_transition t where t.contract = new.node;
  perform derive_transitions(array[new.node], array[0::bigint], array[9223372036854775807]);
  return null;
end $$;

create or replace trigger derive_transitions_contract after update of live, asset on contract for each row
  when ((old.live, old.asset) is distinct from (new.live, new.asset))
  execute function derive_transitions_contract();
