-- Removes edges, parallel arrays of their ends, with their records in the audit. Returns the number removed. Edges are locked in the order
-- in which all writers lock them.
create or replace function lineage_remove_edges(of_from bigint[], of_to bigint[], actor text) returns integer
  language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  locked_from bigint[];
  locked_to bigint[];
begin
  select array_agg(l.from_node), array_agg(l.to_node) into locked_from, locked_to
    from (select e.from_node, e.to_node from unnest(of_from, of_to) w (from_node, to_node)
            join lineage_edge e on e.from_node = w.from_node and e.to_node = w.to_node
           order by 1, 2 for update of e) l;
  if locked_from is null then return 0; end if;
  perform record_lineage(f.id, f.type, f.fqn, t.node, t.id, t.type, t.fqn, t.version,
                         lineage_content(e.source, p.fqn, e.sql_query, e.description, e.details, lineage_columns(e.from_node, e.to_node)),
                         null, actor, null)
     from unnest(locked_from, locked_to) with ordinality w (from_node, to_node, place)
     join lineage_edge e on e.from_node = w.from_node and e.to_node = w.to_node
     join entity f on f.node = e.from_node join entity t on t.node = e.to_node left join entity p on p.node = e.pipeline
    order by w.place;
  delete from lineage_edge e using unnest(locked_from, locked_to) w (from_node, to_node)
   where e.from_node = w.from_node and e.to_node = w.to_node;
  return cardinality(locked_from);
end $$;
