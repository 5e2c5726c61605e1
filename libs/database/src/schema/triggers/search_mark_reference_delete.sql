-- Marks the document of the entity that refers, and those below it where they inherit (wide). Followers and voters are counted or listed by
-- id: nothing below an entity shows them.
create or replace function search_mark_reference_delete() returns trigger language plpgsql as $$
begin
  insert into search_mark (node) select from_node from changed
    where relation = any('{owners,domains,dataProducts,charts,followers,upVoters,downVoters}')
  on conflict do nothing;
  insert into search_mark (node, wide)
  select e.node, true from changed c join entity e on e.node = c.from_node
   where c.relation in ('owners', 'domains') and exists (
         select 1 from entity x where x.parent = e.node and x.type is not null)
  on conflict do nothing;
  return null;
end $$;

create or replace trigger search_mark_reference_delete after delete on entity_reference
  referencing old table as changed for each statement execute function search_mark_reference_delete();
