-- Begins writes of entities of one type, in one round trip; each statement sees what was committed before it. What is named is
-- looked up one by one (`offset 0`): for arrays of unknown length PostgreSQL would read the whole of a small table.
--
-- by_id, named_types, named_fqns: all that the bodies name. bodies, parent_types, parent_ids, parent_fqns: what the direct parent of a body
-- (counted from 1) may be, the first that is there is meant. own_parts: what stands in the FQN of each body's entity behind that of its
-- parent.
--
-- sight: for the function sees, where something is hidden from the caller: hidden parents are not there, and are not locked.
--
-- Parents are locked so that nobody deletes, renames or moves them until this transaction ends; from the root down, as changes of subtrees
-- go. Then those entities of the bodies that are there are locked, in the order of their nodes.
--
-- named: the rows of all that is named and of the parents; parents: body → node; locked: rows, with owners where they are asked for.
create or replace function open_entities(
  of_type text, by_id uuid[], named_types text[], named_fqns text[], bodies integer[], parent_types text[], parent_ids uuid[],
  parent_fqns text[], own_parts text[], with_owners boolean, sight jsonb, out named json, out parents json, out locked json
) language plpgsql as $$
declare
  of_bodies integer[];
  parent_nodes bigint[];
  root_nodes bigint[];
  own_nodes bigint[];
begin
  if cardinality(bodies) > 0 then
    select array_agg(p.body), array_agg(p.node), array_agg(p.root) filter (where p.root is not null)
      into of_bodies, parent_nodes, root_nodes
      from (select distinct on (c.body) c.body, e.node, e.root
              from unnest(bodies, parent_types, parent_ids, parent_fqns) with ordinality c(body, type, id, fqn, place)
             cross join lateral (
               select x.node, x.root from entity x where x.id = c.id and x.type = c.type
               union all
               select x.node, x.root from entity x
                where c.id is null and x.type = c.type and md5(x.fqn)::uuid = md5(c.fqn)::uuid and x.fqn = c.fqn) e
             where sight is null or sees(e.node, sight)
             order by c.body, c.place) p;
    if root_nodes is not null then
      perform 1 from entity where node = any(root_nodes) order by node for key share;
    end if;
    perform 1 from entity where node = any(parent_nodes) order by node for share;
  end if;

  select json_agg(f) into named from (
    select e.* from unnest(by_id) w(id) cross join lateral (
      select e.node::text as node, e.id, e.type, e.name, e.fqn, e.body ->> 'displayName' as display_name,
             e.deleted_by is not null as deleted, coalesce(e.root, e.node)::text as root
        from entity e where e.id = w.id offset 0) e
    union
    select e.* from unnest(named_types, named_fqns) w(type, fqn) cross join lateral (
      select e.node::text as node, e.id, e.type, e.name, e.fqn, e.body ->> 'displayName' as display_name,
             e.deleted_by is not null as deleted, coalesce(e.root, e.node)::text as root
        from entity e where e.type = w.type and md5(e.fqn)::uuid = md5(w.fqn)::uuid and e.fqn = w.fqn offset 0) e
    union
    select e.* from unnest(parent_nodes) w(node) cross join lateral (
      select e.node::text as node, e.id, e.type, e.name, e.fqn, e.body ->> 'displayName' as display_name,
             e.deleted_by is not null as deleted, coalesce(e.root, e.node)::text as root
        from entity e where e.node = w.node offset 0) e) f;
  select json_object_agg(p.body, p.node::text) into parents from unnest(of_bodies, parent_nodes) p(body, node);

  if cardinality(own_parts) > 0 then
    select array_agg(e.node) into own_nodes
      from unnest(own_parts) with ordinality o(part, body)
      left join unnest(of_bodies, parent_nodes) p(body, node) on p.body = o.body
      left join lateral (select x.fqn from entity x where x.node = p.node offset 0) x on true
     cross join lateral (
       select e.node from entity e
        where e.type = of_type and md5(e.fqn)::uuid = md5(coalesce(x.fqn || '.', '') || o.part)::uuid
          and e.fqn = coalesce(x.fqn || '.', '') || o.part offset 0) e;
  end if;
  if own_nodes is not null then
    perform 1 from entity where node = any(own_nodes) order by node for no key update;
    select json_agg(l) into locked from (
      select e.node::text as node, e.id, e.name, e.fqn, e.parent::text as parent, e.root::text as root, e.version,
             e.updated_at::text as updated_at, e.deleted_by::text as deleted_by,
             case when with_owners then owner_ids(e.node) end as owner_ids
        from entity e where e.node = any(own_nodes) order by e.node) l;
  end if;
end $$;
