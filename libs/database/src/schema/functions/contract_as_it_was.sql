-- What names a contract and says who may view it, for what outlives it: `contract` is a reference to it, `line` has it and each entity above it, the
-- nearest first, with its type and the ids of its own owners (null: none).
create or replace function contract_as_it_was(of_node bigint) returns json language sql stable as $$
  with recursive line (node, parent, type, depth) as (
    select e.node, e.parent, e.type, 0 from entity e where e.node = of_node
    union all
    select e.node, e.parent, e.type, l.depth + 1 from line l join entity e on e.node = l.parent
  )
  select json_build_object(
    'contract', (select entity_reference_json(e.id, e.type, e.name, e.fqn, e.body ->> 'displayName', true) from entity e where e.node = of_node),
    'line', (select json_agg(json_build_object('type', l.type, 'owners', (
               select json_agg(o.id) from entity_reference r join entity o on o.node = r.to_node
                where r.from_node = l.node and r.relation = 'owners')) order by l.depth) from line l))
$$;
