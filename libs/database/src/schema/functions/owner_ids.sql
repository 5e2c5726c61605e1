-- The owners of an entity: its own, else those of the nearest ancestor that has some. A contract lies below its asset. Owners are looked
-- up by index, whatever the number of entities that have owners: an `exists` is planned as a join, which reads all references where many
-- are owners.
create or replace function owner_ids(of_node bigint) returns text[] language sql stable as $$
  with recursive line (node, parent, depth) as (
    select node, parent, 0 from entity where node = of_node
    union all
    select e.node, e.parent, l.depth + 1 from line l join entity e on e.node = l.parent
  ), nearest as (
    select l.node from line l
     where (select true from entity_reference x where x.from_node = l.node and x.relation = 'owners' limit 1)
     order by l.depth limit 1
  )
  select coalesce(array_agg(o.id::text), '{}')
    from nearest n join entity_reference r on r.from_node = n.node and r.relation = 'owners'
    join entity o on o.node = r.to_node
$$;
