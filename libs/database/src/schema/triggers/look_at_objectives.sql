-- Has the objectives of an asset's contract looked at whose evidence changes.
create or replace function look_at_objectives() returns trigger language plpgsql as $$
begin
  perform look_at_objectives_of(array(
    select c.node from changed_rows n join contract c on c.asset = n.asset and c.live where n.kind in ('refresh', 'availability')));
  return null;
end $$;

create or replace trigger look_at_objectives_insert after insert on observation
  referencing new table as changed_rows for each statement execute function look_at_objectives();

create or replace trigger look_at_objectives_update after update on observation
  referencing new table as changed_rows for each statement execute function look_at_objectives();

create or replace trigger look_at_objectives_delete after delete on observation
  referencing old table as changed_rows for each statement execute function look_at_objectives();
