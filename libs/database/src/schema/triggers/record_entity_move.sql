-- A contract or an asset whose tags change, or whose parent does; a domain that is moved; a domain, data product or tag that is deleted softly: by
-- which policies contracts were governed before is recorded before the change.
create or replace function record_entity_move() returns trigger language plpgsql as $$
begin
  if old.type in ('domain', 'dataProduct', 'tag') and (old.parent is distinct from new.parent or new.deleted_by is not null) then
    perform record_policy_moves(scoped_nodes(old.node), true, 'scope');
  elsif old.parent is distinct from new.parent then
    perform record_policy_moves(array[old.node], true, 'parent');
  else
    perform record_policy_moves(array[old.node], false, 'tags');
  end if;
  return new;
end $$;

create or replace trigger record_entity_move before update of parent, deleted_by, details on entity for each row
  when (old.parent is distinct from new.parent
        or coalesce(old.details -> 'tags', '[]') <> coalesce(new.details -> 'tags', '[]')
        or (old.type in ('domain', 'dataProduct', 'tag') and old.deleted_by is null and new.deleted_by is not null))
  execute function record_entity_move();
