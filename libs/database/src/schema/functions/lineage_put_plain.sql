-- As `lineage_put_edge`, of several that are sent by different requests: each with its own actor and origin. Gives a row for each edge that
-- is as it was sent, with its place among those sent.
--
-- Gives none for one with an end that is not there, is deleted or of another type, nor for one of which an end or the edge itself is locked
-- by another transaction: nobody waits for what holds another one up. What is waited for is an edge that another transaction makes or
-- removes, and not for long. New edges are made in the order in which all writers of several make them, so that none waits in a circle.
--
-- Of a new edge that says nothing but where it comes from its change is known beforehand.
create or replace function lineage_put_plain(edges jsonb)
  returns table (place integer, "fromNode" text, "toNode" text, "from" json, "to" json, "createdAt" float8, "createdBy" text,
                 "updatedAt" float8, "updatedBy" text)
  language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off set lock_timeout = '50ms' as $$
#variable_conflict use_column
declare
  x record;
  was record;
  told record;
  before jsonb;
  after jsonb;
  changes boolean;
  now_ms bigint;
begin
  for x in
    with sent as materialized (
      select * from jsonb_to_recordset(edges)
        as s (place integer, "from" uuid, "to" uuid, "fromTypes" text[], "toTypes" text[], source text, "sqlQuery" text, description text,
              details jsonb, digest uuid, actor text, origin jsonb)
    ), l as materialized (
      select e.node, e.id, e.type, e.name, e.fqn, e.version, e.body ->> 'displayName' as display
        from entity e where e.id = any(array(select s."from" from sent s) || array(select s."to" from sent s)) and e.deleted_by is null
       order by e.node for key share skip locked
    )
    select s.*, f.node as from_node, f.id as from_id, f.type as from_type, f.name as from_name, f.fqn as from_fqn,
           f.version as from_version, f.display as from_display, t.node as to_node, t.id as to_id, t.type as to_type,
           t.name as to_name, t.fqn as to_fqn, t.version as to_version, t.display as to_display
      from sent s join l f on f.id = s."from" join l t on t.id = s."to"
     where f.type = any(s."fromTypes") and t.type = any(s."toTypes")
     order by f.node, t.node, s.place loop
    before := null;
    changes := true;
    now_ms := floor(extract(epoch from clock_timestamp()) * 1000)::bigint;
    insert into lineage_edge as e (from_node, to_node, source, sql_query, description, details, digest,
                                   created_at, created_by, updated_at, updated_by)
    values (x.from_node, x.to_node, x.source, x."sqlQuery", x.description, x.details, x.digest, now_ms, x.actor, now_ms, x.actor)
    on conflict do nothing returning e.created_at, e.created_by, e.updated_at, e.updated_by into told;
    if not found then
      select e.digest, e.created_at, e.created_by, e.updated_at, e.updated_by into was
        from lineage_edge e where e.from_node = x.from_node and e.to_node = x.to_node for update skip locked;
      continue when not found;
      changes := was.digest <> x.digest;
      if not changes then
        told := was;
      else
        select s.state into before from lineage_states(array[x.from_node], array[x.to_node]) s;
        update lineage_edge e
           set source = x.source, pipeline = null, sql_query = x."sqlQuery", description = x.description, details = x.details,
               digest = x.digest, updated_at = now_ms, updated_by = x.actor
         where e.from_node = x.from_node and e.to_node = x.to_node
        returning e.created_at, e.created_by, e.updated_at, e.updated_by into told;
        delete from lineage_column_edge c where c.from_node = x.from_node and c.to_node = x.to_node;
      end if;
    end if;
    if changes then
      after := jsonb_strip_nulls(jsonb_build_object('source', x.source, 'sqlQuery', x."sqlQuery", 'description', x.description,
                                                    'details', nullif(x.details, '{}')));
      insert into change_event_pending (event_type, entity_type, entity_id, node, fqn, version, at, actor, origin, change, hash_before,
          hash_after)
      values (case when before is null then 'lineageCreated' else 'lineageUpdated' end, x.to_type, x.to_id, x.to_node, x.to_fqn, x.to_version,
              now_ms, x.actor, x.origin,
              jsonb_build_object('upstream', jsonb_build_array(
                jsonb_build_object('id', x.from_id, 'type', x.from_type, 'fullyQualifiedName', x.from_fqn)))
                || case when before is null and after = jsonb_build_object('source', x.source) then jsonb_build_object(
                     'fieldsAdded', jsonb_build_array(jsonb_build_object('name', 'source', 'newValue', x.source)),
                     'fieldsUpdated', '[]'::jsonb, 'fieldsDeleted', '[]'::jsonb)
                   else lineage_change(before, after) end,
              sha256(convert_to(before::text, 'UTF8')), sha256(convert_to(after::text, 'UTF8')));
    end if;
    return query
      select x.place, x.from_node::text, x.to_node::text,
             json_strip_nulls(json_build_object('id', x.from_id, 'type', x.from_type, 'name', x.from_name,
               'fullyQualifiedName', x.from_fqn, 'displayName', x.from_display, 'deleted', false)),
             json_strip_nulls(json_build_object('id', x.to_id, 'type', x.to_type, 'name', x.to_name,
               'fullyQualifiedName', x.to_fqn, 'displayName', x.to_display, 'deleted', false)),
             told.created_at::float8, told.created_by, told.updated_at::float8, told.updated_by;
  end loop;
end $$;
