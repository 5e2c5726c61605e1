-- `sees` for many entities at once: where entities of some types are viewable. Each line above them is walked once.
--
-- parents: of the entities; those without one are given as null. own: whether the caller owns an entity itself (mine), somebody else does
-- (others), or its owners are those of what lies above it (inherited). A row is a combination that may be viewed; parent 0: none. An owner
-- decides for the entity and for all below it that have none: 0 mine, 1 unowned, 2 others, as in sight.rules.
create or replace function seen_places(of_types text[], parents bigint[], sight jsonb)
  returns table (type text, parent bigint, own text)
  language sql stable rows 1000 as $$
    with recursive up (node) as (
      select distinct p.node from unnest(parents) p(node) where p.node is not null
      union
      select e.parent from up u join entity e on e.node = u.node where e.parent is not null
    ), line as materialized (
      select e.node, e.parent, e.type,
             (select case when bool_or(sight -> 'owners' ? o.id::text) then 0 else 2 end
                from entity_reference r join entity o on o.node = r.to_node
               where r.from_node = e.node and r.relation = 'owners' having count(*) > 0) as owned
        from up u join entity e on e.node = u.node
    ), seen (node, type, owned) as (
      select 0::bigint, null, 1
      union all
      select l.node, l.type, coalesce(l.owned, s.owned)
        from seen s join line l on coalesce(l.parent, 0) = s.node
       where coalesce((sight -> 'rules' -> l.type -> coalesce(l.owned, s.owned))::boolean, true)
         and not coalesce(sight -> 'closed' ? s.type and sight -> 'parts' ? l.type, false)
    )
    select t.type, s.node, o.own
      from seen s, unnest(of_types) t(type), (values ('mine', 0), ('others', 2), ('inherited', null)) o(own, owned)
     where coalesce((sight -> 'rules' -> t.type -> coalesce(o.owned, s.owned))::boolean, true)
       and not coalesce(sight -> 'closed' ? s.type and sight -> 'parts' ? t.type, false)
$$;
