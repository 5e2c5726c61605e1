-- The column mappings of edges, parallel arrays of their ends, as the text of the items of `columnsLineage`: columns by FQN, and only
-- mappings both of whose columns still exist. places: where assets have their columns, as JSON paths. A statement that reads what is around
-- an asset calls it where there are mappings: as a part of the statement it is set up each time, also for edges that have none.
create or replace function lineage_edge_columns(from_nodes bigint[], to_nodes bigint[], places text[])
  returns table (from_end bigint, to_end bigint, columns text)
  language plpgsql stable as $$
    begin
      return query
        with pair as materialized (
          select c.* from unnest(from_nodes, to_nodes) w (f, t)
            join lineage_column_edge c on c.from_node = w.f and c.to_node = w.t
        ), asset as materialized (
          select e.node, e.fqn, e.body || e.details as document from entity e
           where e.node in (select p.from_node from pair p union select p.to_node from pair p)
        ), known as materialized (
          select distinct a.node, a.fqn || '.' || c.path as fqn, c.path
            from asset a, unnest(places) l (place), lateral column_paths(a.document #> l.place::text[], '') as c (path)
        ), item as (
          select p.from_node, p.to_node, p.item,
                 '{"fromColumns":[' || string_agg(to_json(f.fqn)::text, ',' order by p.position)
                   || '],"toColumn":' || to_json(min(t.fqn))::text
                   || coalesce(',"function":' || to_json(min(p.function))::text, '') || '}' as text
            from pair p join known f on f.node = p.from_node and f.path = p.from_column
            join known t on t.node = p.to_node and t.path = p.to_column
           group by p.from_node, p.to_node, p.item
        )
        select i.from_node, i.to_node, string_agg(i.text, ',' order by i.item) from item i group by i.from_node, i.to_node;
    end $$;
