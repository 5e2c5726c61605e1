-- The entities whose documents show one of these: themselves, those that refer to them, and all below any of them.
create or replace function search_reach(roots bigint[]) returns setof bigint language sql stable as $$
  with recursive shown (node) as (
    select unnest(roots)
    union
    select r.from_node from entity_reference r
     where r.to_node = any(roots) and r.relation in ('owners', 'domains', 'dataProducts', 'charts')
    union
    select e.node from shown s join entity e on e.parent = s.node
     where e.type is not null
  )
  select node from shown
$$;
