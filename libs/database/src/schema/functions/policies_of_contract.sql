-- The policies whose scope a contract lies in. level: 0 the contract itself, 1 a data product, 2 a tag, 3 a domain, 4 all contracts;
-- distance: within a level, the nearer first. Domains are those that the asset shows: its own, else those of the nearest that it lies in;
-- each with its parents. A label counts where the contract or the asset itself bears it, and not only a part of it. Its own policy counts for
-- a contract that is deleted as well: people are notified of its last results afterwards.
-- The unique index is on coalesce(scope, 0), where no entity is 0: the conditions name that. Looked up for each scope, at most one (limit 1):
-- a join would be planned by what recursions are thought to find, which is as much as there is, and read all policies and entities.
--
-- Of a contract that is not there yet: null, its asset, and the FQNs of its tags.
create or replace function policies_of_contract(of_contract bigint, of_asset bigint default null, of_tags text[] default '{}')
  returns table (level integer, distance integer, policy uuid)
  language sql stable as $$
  with recursive asked as (
    select e.node, e.parent as asset from entity e where e.node = of_contract union all
    select 0, of_asset where of_asset is not null),
  line (node, parent, depth) as (
    select a.node, a.parent, 0 from asked q join entity a on a.node = q.asset union all
    select e.node, e.parent, l.depth + 1 from line l join entity e on e.node = l.parent),
  holder as (
    select l.node from line l
     where (select true from entity_reference x where x.from_node = l.node and x.relation = 'domains' limit 1)
     order by l.depth limit 1),
  domain (node, parent, depth) as (
    select d.node, d.parent, 0 from holder h join entity_reference r on r.from_node = h.node and r.relation = 'domains'
      join entity d on d.node = r.to_node union all
    select d.node, d.parent, x.depth + 1 from domain x join entity d on d.node = x.parent),
  lies_in (node, level, distance) as (
    select q.node, 0, 0 from asked q union all
    select t.node, 2, 0 from unnest(of_tags) w (fqn)
      join entity t on t.type = 'tag' and md5(t.fqn)::uuid = md5(w.fqn)::uuid and t.fqn = w.fqn union all
    select r.to_node, 1, 0 from asked q join entity_reference r on r.from_node = q.asset and r.relation = 'dataProducts' union all
    select a.node, 1, 0 from asked q join entity a on a.node = q.asset and a.type = 'dataProduct' union all
    select t.node, 2, case when u.node = q.node then 0 else 1 end
      from asked q join tag_usage u on u.node in (q.node, q.asset) and u.source = 'Classification'
      join entity o on o.node = u.node and o.details -> 'tags' @> jsonb_build_array(jsonb_build_object('tagFQN', u.tag_fqn))
      join entity t on t.type = 'tag' and md5(t.fqn)::uuid = md5(u.tag_fqn)::uuid and t.fqn = u.tag_fqn union all
    select d.node, 3, d.depth from domain d)
  select s.level, min(s.distance)::integer, p.id
    from lies_in s cross join lateral (
      select w.id from contract_policy w
       where coalesce(w.scope, 0) = s.node and w.scope is not null
         and (s.level = 0 or (select e.deleted_by is null from entity e where e.node = w.scope)) limit 1) p
   group by s.level, p.id
   union all
  select 4, 0, p.id from contract_policy p where coalesce(p.scope, 0) = 0
$$;
