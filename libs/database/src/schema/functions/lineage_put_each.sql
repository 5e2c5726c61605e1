-- As `lineage_put_edges`, of a few edges without columns: one after the other, without arrays and joins that are made for many. Each has
-- its own actor; its origin is that of the transaction where it has none. Locks are taken in the same order: the ends by their nodes, edges
-- that change by theirs, then new ones.
--
-- nodes: of all ends and pipelines; changes: whether any of the edges may be there already. Gives the nodes that are there.
create or replace function lineage_put_each(edges jsonb, nodes bigint[], changes boolean) returns bigint[] language plpgsql as $$
declare
  x record;
  was record;
  there bigint[];
  ids uuid[];
  types text[];
  fqns text[];
  versions integer[];
  source_at integer;
  target_at integer;
  producer_at integer;
  before jsonb;
  after jsonb;
  now_ms bigint;
begin
  select array_agg(l.node), array_agg(l.id), array_agg(l.type), array_agg(l.fqn), array_agg(l.version)
    into there, ids, types, fqns, versions
    from (select * from entity e where e.node = any(nodes) order by e.node for key share) l;
  now_ms := floor(extract(epoch from clock_timestamp()) * 1000)::bigint;

  -- All that are there and change before any that is new, as by others who write several.
  if changes and jsonb_array_length(edges) > 1 then
    perform 1 from (select * from jsonb_to_recordset(edges) d (from_node bigint, to_node bigint, digest uuid) order by 1, 2) d
      cross join lateral (
        select from lineage_edge e where e.from_node = d.from_node and e.to_node = d.to_node and e.digest <> d.digest for update) l;
  end if;

  for x in select * from jsonb_to_recordset(edges) as d (from_node bigint, to_node bigint, source text, pipeline bigint,
                                                         sql_query text, description text, details jsonb, digest uuid,
                                                         actor text, origin jsonb)
            order by d.from_node, d.to_node loop
    source_at := array_position(there, x.from_node);
    target_at := array_position(there, x.to_node);
    producer_at := array_position(there, x.pipeline);
    continue when source_at is null or target_at is null;
    loop
      before := null;
      insert into lineage_edge (from_node, to_node, source, pipeline, sql_query, description, details, digest,
                                created_at, created_by, updated_at, updated_by)
      values (x.from_node, x.to_node, x.source, there[producer_at], x.sql_query, x.description, x.details, x.digest,
              now_ms, x.actor, now_ms, x.actor)
      on conflict do nothing;
      if not found then
        select e.digest into was from lineage_edge e where e.from_node = x.from_node and e.to_node = x.to_node for update;
        -- Removed since: it is new after all.
        continue when not found;
        exit when was.digest = x.digest;
        select s.state into before from lineage_states(array[x.from_node], array[x.to_node]) s;
        update lineage_edge e
           set source = x.source, pipeline = there[producer_at], sql_query = x.sql_query, description = x.description,
               details = x.details, digest = x.digest, updated_at = now_ms, updated_by = x.actor
         where e.from_node = x.from_node and e.to_node = x.to_node;
        delete from lineage_column_edge c where c.from_node = x.from_node and c.to_node = x.to_node;
      end if;
      after := jsonb_strip_nulls(jsonb_build_object(
        'source', x.source, 'pipeline', fqns[producer_at], 'sqlQuery', x.sql_query,
        'description', x.description, 'details', nullif(x.details, '{}')));
      insert into change_event_pending (event_type, entity_type, entity_id, node, fqn, version, at, actor, origin, change, hash_before,
          hash_after)
      values (case when before is null then 'lineageCreated' else 'lineageUpdated' end, types[target_at], ids[target_at], x.to_node,
              fqns[target_at], versions[target_at], floor(extract(epoch from clock_timestamp()) * 1000)::bigint, x.actor,
              coalesce(x.origin, nullif(current_setting('catalog.origin', true), '')::jsonb),
              jsonb_build_object('upstream', jsonb_build_array(jsonb_build_object(
                'id', ids[source_at], 'type', types[source_at], 'fullyQualifiedName', fqns[source_at])))
                || case when before is null and after = jsonb_build_object('source', x.source) then jsonb_build_object(
                     'fieldsAdded', jsonb_build_array(jsonb_build_object('name', 'source', 'newValue', x.source)),
                     'fieldsUpdated', '[]'::jsonb, 'fieldsDeleted', '[]'::jsonb)
                   else lineage_change(before, after) end,
              sha256(convert_to(before::text, 'UTF8')), sha256(convert_to(after::text, 'UTF8')));
      exit;
    end loop;
  end loop;
  return coalesce(there, '{}');
end $$;
