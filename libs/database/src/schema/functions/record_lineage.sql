-- Edges of lineage in the audit: a record is about the asset that the edge leads to; the other one is in a list, of which the audit
-- shortens no part.
--
-- Planned once per connection: PostgreSQL expects fewer rows of arrays that it sees than of arrays of unknown length, and planned the
-- insert of each event of OpenLineage anew, which took longer than the insert. The ends are looked up row by row, so that the one plan is
-- right for catalogs of every size.
create or replace function record_lineage(operation text, of_from bigint[], of_to bigint[], before jsonb[], after jsonb[], actor text)
  returns void
  language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  insert into change_event_pending (event_type, entity_type, entity_id, node, fqn, version, at, actor, change, hash_before, hash_after)
  select operation, t.type, t.id, t.node, t.fqn, t.version, floor(extract(epoch from clock_timestamp()) * 1000)::bigint, actor,
         jsonb_build_object('upstream', jsonb_build_array(jsonb_build_object('id', f.id, 'type', f.type, 'fullyQualifiedName', f.fqn)))
           || lineage_change(w.old, w.new),
         sha256(convert_to(w.old::text, 'UTF8')), sha256(convert_to(w.new::text, 'UTF8'))
    from unnest(of_from, of_to, before, after) with ordinality w (from_node, to_node, old, new, place)
    cross join lateral (select e.id, e.type, e.fqn, e.node, e.version from entity e where e.node = w.from_node offset 0) f
    cross join lateral (select e.id, e.type, e.fqn, e.node, e.version from entity e where e.node = w.to_node offset 0) t
   order by w.place;
end $$;
