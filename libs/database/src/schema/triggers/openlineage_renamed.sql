-- An asset that is renamed may be one that events have named before: all names without an asset are looked up. Of the rows of a transaction it
-- tells so once.
create or replace function openlineage_renamed() returns trigger language plpgsql as $$
begin
  perform pg_notify('openlineage_arrival', '');
  return null;
end $$;

create or replace trigger openlineage_renamed after update of fqn on entity for each row
  when (old.fqn is distinct from new.fqn) execute function openlineage_renamed();
