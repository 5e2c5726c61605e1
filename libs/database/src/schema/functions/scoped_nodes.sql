-- The entities that lie in the scope of a policy by themselves: those with the domain, or one below it; of the data product, and itself; with the tag.
create or replace function scoped_nodes(of_scope bigint) returns bigint[] language sql stable as $$
  with recursive scope (node) as (
    select of_scope union select e.node from scope s join entity e on e.parent = s.node and e.type = 'domain')
  select array(
    select node from scope union
    select r.from_node from scope s join entity_reference r on r.to_node = s.node and r.relation in ('domains', 'dataProducts') union
    select u.node from entity t join tag_usage u on md5(u.tag_fqn)::uuid = md5(t.fqn)::uuid and u.tag_fqn = t.fqn
     where t.node = of_scope and t.type = 'tag')
$$;
