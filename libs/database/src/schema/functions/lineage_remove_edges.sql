-- Gives how many there were. In the order in which all writers lock edges.
create or replace function lineage_remove_edges(of_from bigint[], of_to bigint[], actor text) returns integer language plpgsql as $$
declare
  old_from bigint[];
  old_to bigint[];
  old_states jsonb[];
begin
  select array_agg(l.from_node), array_agg(l.to_node) into old_from, old_to
    from (select e.from_node, e.to_node from unnest(of_from, of_to) w (from_node, to_node)
            join lineage_edge e on e.from_node = w.from_node and e.to_node = w.to_node
           order by 1, 2 for update of e) l;
  if old_from is null then return 0; end if;
  select array_agg(s.state) into old_states from lineage_states(old_from, old_to) s;
  delete from lineage_edge e using unnest(old_from, old_to) w (from_node, to_node)
   where e.from_node = w.from_node and e.to_node = w.to_node;
  perform record_lineage('lineageDeleted', old_from, old_to, old_states, array_fill(null::jsonb, array[cardinality(old_from)]), actor);
  return cardinality(old_from);
end $$;
