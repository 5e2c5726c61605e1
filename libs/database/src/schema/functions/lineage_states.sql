-- What edges say, in the order of the arrays; nothing of an edge that is not there.
create or replace function lineage_states(of_from bigint[], of_to bigint[])
  returns table (from_node bigint, to_node bigint, state jsonb)
  language sql stable as $$
  select e.from_node, e.to_node, jsonb_strip_nulls(jsonb_build_object(
           'source', e.source, 'pipeline', p.fqn, 'sqlQuery', e.sql_query, 'description', e.description,
           'details', nullif(e.details, '{}'), 'columns', (
             select jsonb_agg(jsonb_build_object('fromColumn', c.from_column, 'toColumn', c.to_column, 'function', c.function)
                              order by c.item, c.position)
               from lineage_column_edge c where c.from_node = e.from_node and c.to_node = e.to_node)))
    from unnest(of_from, of_to) with ordinality w (from_node, to_node, place)
    join lineage_edge e on e.from_node = w.from_node and e.to_node = w.to_node
    left join entity p on p.node = e.pipeline
   order by w.place
$$;
