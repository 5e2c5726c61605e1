-- Marks the search documents that a changed row shows in; a contract shows in that of its asset, too.
create or replace function search_mark_entity_insert() returns trigger language plpgsql as $$
begin
  insert into search_mark (node)
  select node from (
    select unnest(case type when 'dataContract' then array[node, parent] else array[node] end) as node
      from new_rows) marked
   where node is not null
  on conflict do nothing;
  return null;
end $$;

create or replace trigger search_mark_entity_insert after insert on entity
  referencing new table as new_rows for each statement execute function search_mark_entity_insert();
