-- Creates or replaces edges, with their column pairs and their records in the audit. All writers of edges call this function.
--
-- edges: an array. Of each: its place; its ends, as nodes, or as ids with the types that they may have; what it says (source, pipeline,
-- sqlQuery, description, details, columns), the digest of that, its actor, and its origin (default: that of the transaction).
-- longest_wait: limit on waits for locks, for a statement that is its own transaction; default: that of the transaction.
--
-- Returns a row for each edge that is stored as it was sent, with the present names of what it refers to. None for one with an end that is
-- not there, or that was named by id and is deleted or of another type. A pipeline that is not there is left out of its edge. An edge whose
-- stored digest is the same is not written, and not read again: who changes it meanwhile comes after. Several edges between the same ends
-- are written one after the other, by place.
--
-- Locks, in the order of all writers: ends and pipelines by node, so that none is deleted meanwhile; then edges by their ends, new ones and
-- those that change in one pass: so no two writers wait for each other in a circle. An edge that is there is locked by the conflict of the
-- insert, whose update is never done, since the record needs what the edge said before. The statements behind it see what the last writer
-- committed.
--
-- Planned once per connection, and by index: what is sent is looked up row by row, so one plan is right for catalogs of every size; a plan
-- made while a table was small would scan it.
create or replace function put_edges(edges jsonb, longest_wait text default null)
  returns table (place integer, "fromNode" text, "toNode" text, "from" json, "to" json, "pipelineNode" text, pipeline json, details jsonb,
                 "createdAt" float8, "createdBy" text, "updatedAt" float8, "updatedBy" text)
  language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
#variable_conflict use_column
declare
  x record;
  edge lineage_edge;
  before jsonb;
  now_ms bigint := floor(extract(epoch from clock_timestamp()) * 1000)::bigint;
  made_from bigint;
  made_to bigint;
begin
  if longest_wait is not null then perform set_config('lock_timeout', longest_wait, true); end if;
  for x in
    with sent as materialized (
      select s.*, coalesce(s."fromNode", (select e.node from entity e where e.id = s."fromId")) as from_node,
             coalesce(s."toNode", (select e.node from entity e where e.id = s."toId")) as to_node
        from jsonb_to_recordset(edges) s (
               place integer, "fromNode" bigint, "toNode" bigint, "fromId" uuid, "toId" uuid, "fromTypes" text[], "toTypes" text[],
               source text, pipeline bigint, "sqlQuery" text, description text, details jsonb, columns jsonb, digest uuid, actor text,
               origin jsonb)
    ), l as materialized (
      select e.node, e.id, e.type, e.name, e.fqn, e.version, e.body ->> 'displayName' as display_name, e.deleted_by is not null as deleted
        from entity e where e.node = any(array(select unnest(array[s.from_node, s.to_node, s.pipeline]) from sent s))
       order by e.node for key share
    ), named as materialized (
      select s.*, f.id as from_id, f.type as from_type, f.fqn as from_fqn, t.id as to_id, t.type as to_type, t.fqn as to_fqn,
             t.version as to_version, p.node as pipeline_node, p.fqn as pipeline_fqn, e.stored, (e.stored).digest as stored_digest,
             bool_and((e.stored).digest is not distinct from s.digest) over (partition by s.from_node, s.to_node) as is_stored,
             entity_reference_json(f.id, f.type, f.name, f.fqn, f.display_name, f.deleted) as from_end,
             entity_reference_json(t.id, t.type, t.name, t.fqn, t.display_name, t.deleted) as to_end,
             case when p.node is not null then
               entity_reference_json(p.id, p.type, p.name, p.fqn, p.display_name, p.deleted) end as pipeline_end
        from sent s join l f on f.node = s.from_node join l t on t.node = s.to_node left join l p on p.node = s.pipeline
        left join lateral (
          select w as stored from lineage_edge w where w.from_node = s.from_node and w.to_node = s.to_node offset 0) e on true
       where (s."fromId" is null or f.type = any(s."fromTypes") and not f.deleted)
         and (s."toId" is null or t.type = any(s."toTypes") and not t.deleted)
    ), made as (
      insert into lineage_edge as e (from_node, to_node, source, pipeline, sql_query, description, details, digest,
                                     created_at, created_by, updated_at, updated_by)
      select distinct on (n.from_node, n.to_node)
             n.from_node, n.to_node, n.source, n.pipeline_node, n."sqlQuery", n.description, n.details, n.digest,
             now_ms, n.actor, now_ms, n.actor
        from named n where n.stored_digest is distinct from n.digest order by n.from_node, n.to_node, n.place
      on conflict (from_node, to_node) do update set digest = e.digest where false
      returning e.from_node, e.to_node
    )
    select n.*, (n.from_node, n.to_node) in (select m.from_node, m.to_node from made m) as is_made
      from named n order by n.from_node, n.to_node, n.place
  loop
    if x.is_made and (x.from_node, x.to_node) is distinct from (made_from, made_to) then
      -- The first of those between its ends, which the insert has stored.
      made_from := x.from_node;
      made_to := x.to_node;
      before := null;
      edge.digest := null;
      edge.created_at := now_ms;
      edge.created_by := x.actor;
      edge.updated_at := now_ms;
      edge.updated_by := x.actor;
    elsif x.is_stored then
      -- Not locked: a later look could find what another writer is about to change.
      edge := x.stored;
    else
      select e.* into edge from lineage_edge e where e.from_node = x.from_node and e.to_node = x.to_node;
      if edge.digest <> x.digest then
        before := lineage_content(edge.source, (select p.fqn from entity p where p.node = edge.pipeline), edge.sql_query, edge.description,
                                  edge.details, lineage_columns(x.from_node, x.to_node));
        delete from lineage_column_edge c where c.from_node = x.from_node and c.to_node = x.to_node;
        update lineage_edge e
           set source = x.source, pipeline = x.pipeline_node, sql_query = x."sqlQuery", description = x.description, details = x.details,
               digest = x.digest, updated_at = now_ms, updated_by = x.actor
         where e.from_node = x.from_node and e.to_node = x.to_node;
        edge.updated_at := now_ms;
        edge.updated_by := x.actor;
      end if;
    end if;
    if edge.digest is distinct from x.digest then
      if jsonb_array_length(x.columns) > 0 then
        insert into lineage_column_edge (from_node, to_node, item, position, from_column, to_column, function)
        select x.from_node, x.to_node, i.place - 1, c.place - 1, c.path, i.item ->> 'toColumn', i.item ->> 'function'
          from jsonb_array_elements(x.columns) with ordinality i (item, place)
         cross join lateral jsonb_array_elements_text(i.item -> 'fromColumns') with ordinality c (path, place);
      end if;
      perform record_lineage(
        x.from_id, x.from_type, x.from_fqn, x.to_node, x.to_id, x.to_type, x.to_fqn, x.to_version, before,
        lineage_content(x.source, x.pipeline_fqn, x."sqlQuery", x.description, x.details,
                        case when jsonb_array_length(x.columns) > 0 then lineage_columns(x.from_node, x.to_node) end),
        x.actor, x.origin);
    end if;
    place := x.place;
    "fromNode" := x.from_node;
    "toNode" := x.to_node;
    "from" := x.from_end;
    "to" := x.to_end;
    "pipelineNode" := x.pipeline_node;
    pipeline := x.pipeline_end;
    details := x.details;
    "createdAt" := edge.created_at;
    "createdBy" := edge.created_by;
    "updatedAt" := edge.updated_at;
    "updatedBy" := edge.updated_by;
    return next;
  end loop;
end $$;
