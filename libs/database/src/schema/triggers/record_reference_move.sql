-- A domain or data product that an asset, or what it lies in, gets or loses: by which policies the contracts were governed before is recorded
-- before the change, since nothing says afterwards what was so.
create or replace function record_reference_move() returns trigger language plpgsql as $$
declare
  changed entity_reference := coalesce(old, new);
begin
  perform record_policy_moves(array[changed.from_node], changed.relation = 'domains', changed.relation);
  return coalesce(new, old);
end $$;

create or replace trigger record_reference_move_insert before insert on entity_reference for each row
  when (new.relation in ('domains', 'dataProducts')) execute function record_reference_move();

create or replace trigger record_reference_move_delete before delete on entity_reference for each row
  when (old.relation in ('domains', 'dataProducts')) execute function record_reference_move();
