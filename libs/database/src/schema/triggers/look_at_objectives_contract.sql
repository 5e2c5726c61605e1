-- Has the objectives of a contract looked at that is deleted, restored or moved to another asset.
create or replace function look_at_objectives_contract() returns trigger language plpgsql as $$
begin
  perform look_at_objectives_of(array[new.node]);
  return null;
end $$;

create or replace trigger look_at_objectives_contract after update of live, asset on contract for each row
  when ((old.live, old.asset) is distinct from (new.live, new.asset))
  execute function look_at_objectives_contract();
