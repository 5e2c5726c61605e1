-- Creates or updates edges, at most one between two nodes, with their column pairs and their records in the audit: all that a write of
-- edges does, in one round trip; each statement sees what was committed before it. Gives the nodes that are there.
--
-- The ends and pipelines are locked first, in a fixed order, so that nobody deletes them meanwhile. An edge with an end that is not there
-- is left out, and a pipeline that is not there is. Unchanged edges (by their digest) keep their modification time. An edge that another
-- writer put there after those that change were looked at is left as it is, and comes in the next round. What has been written wholly is
-- not looked for again.
--
-- Column pairs are replaced in statements of their own: the one for edges may have waited for another writer, whose pairs it does not see.
--
-- The stored edges are looked up row by row, so that the one plan is right however many there are: a plan of sets reads the whole table
-- where it was made while that was small.
create or replace function lineage_put_edges(edges jsonb, column_pairs jsonb, actor text) returns bigint[] language plpgsql as $$
declare
  named bigint[];
  there bigint[];
  old_from bigint[];
  old_to bigint[];
  old_states jsonb[];
  changed_from bigint[];
  changed_to bigint[];
  now_ms bigint;
begin
  select array_agg(distinct n.node) into named
    from jsonb_to_recordset(edges) x (from_node bigint, to_node bigint, pipeline bigint)
   cross join lateral unnest(array[x.from_node, x.to_node, x.pipeline]) n(node) where n.node is not null;
  select array_agg(l.node) into there
    from (select e.node from entity e where e.node = any(named) order by e.node for key share) l;
  now_ms := floor(extract(epoch from clock_timestamp()) * 1000)::bigint;

  loop
    select array_agg(l.from_node), array_agg(l.to_node) into old_from, old_to
      from (select * from jsonb_to_recordset(edges) x (from_node bigint, to_node bigint, digest uuid) order by 1, 2) x
     cross join lateral (
       select e.from_node, e.to_node from lineage_edge e
        where e.from_node = x.from_node and e.to_node = x.to_node and e.digest <> x.digest for update) l;
    old_states := null;
    if old_from is not null then
      select array_agg(s.state) into old_states from lineage_states(old_from, old_to) s;
    end if;

    with put as (
      insert into lineage_edge as e (from_node, to_node, source, pipeline, sql_query, description, details, digest,
                                     created_at, created_by, updated_at, updated_by)
      select x.from_node, x.to_node, x.source, p.node, x.sql_query, x.description, x.details, x.digest, now_ms, actor, now_ms, actor
        from jsonb_to_recordset(edges) as x (from_node bigint, to_node bigint, source text, pipeline bigint, sql_query text,
                                             description text, details jsonb, digest uuid)
        join unnest(there) f(node) on f.node = x.from_node
        join unnest(there) t(node) on t.node = x.to_node
        left join unnest(there) p(node) on p.node = x.pipeline
       order by x.from_node, x.to_node
      on conflict (from_node, to_node) do update
         set source = excluded.source, pipeline = excluded.pipeline, sql_query = excluded.sql_query,
             description = excluded.description, details = excluded.details, digest = excluded.digest,
             updated_at = excluded.updated_at, updated_by = excluded.updated_by
       where e.digest <> excluded.digest and (e.from_node, e.to_node) in (select * from unnest(old_from, old_to))
      returning from_node, to_node)
    select array_agg(from_node), array_agg(to_node) into changed_from, changed_to from put;

    if changed_from is not null then
      delete from lineage_column_edge c using unnest(changed_from, changed_to) as w (from_node, to_node)
       where c.from_node = w.from_node and c.to_node = w.to_node;
      if column_pairs is not null then
        insert into lineage_column_edge (from_node, to_node, item, position, from_column, to_column, function)
        select x.* from jsonb_to_recordset(column_pairs)
                        as x (from_node bigint, to_node bigint, item integer, position integer,
                              from_column text, to_column text, function text)
          join unnest(changed_from, changed_to) as w (from_node, to_node)
            on w.from_node = x.from_node and w.to_node = x.to_node;
      end if;
      perform record_lineage(case when o.state is null then 'lineageCreated' else 'lineageUpdated' end,
                             array_agg(n.from_node), array_agg(n.to_node), array_agg(o.state), array_agg(n.state), actor)
         from lineage_states(changed_from, changed_to) n
         left join unnest(old_from, old_to, old_states) o (from_node, to_node, state)
           on o.from_node = n.from_node and o.to_node = n.to_node
        group by o.state is null;
    end if;

    exit when cardinality(changed_from) = jsonb_array_length(edges);
    exit when not exists (
      select from jsonb_to_recordset(edges) x (from_node bigint, to_node bigint, digest uuid)
       cross join lateral (
         select from lineage_edge e
          where e.from_node = x.from_node and e.to_node = x.to_node and e.digest <> x.digest offset 0) l);
  end loop;
  return coalesce(there, '{}');
end $$;
