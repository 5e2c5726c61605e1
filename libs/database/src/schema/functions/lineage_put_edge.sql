-- Creates or updates one edge that names neither a pipeline nor columns, between two live entities by their ids, and gives it as it is
-- then: all of a write of one edge, with its record in the audit, in one call. As `lineage_put_edges` does for many: the ends are locked in
-- the order of their nodes; an edge whose digest is the same stays as it is; one that another writer has put there meanwhile is looked at
-- again.
--
-- Gives no row, and writes nothing, where an end is not there, is deleted, or is of none of the types that it may have.
create or replace function lineage_put_edge(
  of_from uuid, of_to uuid, from_types text[], to_types text[], edge_source text, edge_sql text, edge_description text, edge_details jsonb,
  edge_digest uuid, actor text
) returns table (from_node bigint, to_node bigint, from_end json, to_end json, created_at bigint, created_by text, updated_at bigint,
                 updated_by text)
  language plpgsql as $$
#variable_conflict use_column
declare
  one record;
  f record;
  t record;
  was record;
  told record;
  before jsonb;
  after jsonb;
  now_ms bigint;
begin
  for one in select e.node, e.id, e.type, e.name, e.fqn, e.version, e.deleted_by, e.body ->> 'displayName' as display_name
               from entity e where e.id in (of_from, of_to) order by e.node for key share loop
    if one.deleted_by is not null then return; end if;
    if one.id = of_from then f := one; end if;
    if one.id = of_to then t := one; end if;
  end loop;
  if f is null or t is null then return; end if;
  if f.type <> all(from_types) or t.type <> all(to_types) then return; end if;
  now_ms := floor(extract(epoch from clock_timestamp()) * 1000)::bigint;

  loop
    before := null;
    select e.digest, e.created_at, e.created_by, e.updated_at, e.updated_by into was
      from lineage_edge e where e.from_node = f.node and e.to_node = t.node for update;
    if not found then
      insert into lineage_edge as e (from_node, to_node, source, sql_query, description, details, digest,
                                     created_at, created_by, updated_at, updated_by)
      values (f.node, t.node, edge_source, edge_sql, edge_description, edge_details, edge_digest, now_ms, actor, now_ms, actor)
      on conflict do nothing returning e.created_at, e.created_by, e.updated_at, e.updated_by into told;
      continue when not found;
    elsif was.digest = edge_digest then
      told := was;
      exit;
    else
      select s.state into before from lineage_states(array[f.node], array[t.node]) s;
      update lineage_edge e
         set source = edge_source, pipeline = null, sql_query = edge_sql, description = edge_description, details = edge_details,
             digest = edge_digest, updated_at = now_ms, updated_by = actor
       where e.from_node = f.node and e.to_node = t.node
      returning e.created_at, e.created_by, e.updated_at, e.updated_by into told;
      delete from lineage_column_edge c where c.from_node = f.node and c.to_node = t.node;
    end if;
    after := jsonb_strip_nulls(jsonb_build_object('source', edge_source, 'sqlQuery', edge_sql, 'description', edge_description,
                                                  'details', nullif(edge_details, '{}')));
    insert into change_event_pending (event_type, entity_type, entity_id, node, fqn, version, at, actor, change, hash_before, hash_after)
    values (case when before is null then 'lineageCreated' else 'lineageUpdated' end, t.type, t.id, t.node, t.fqn, t.version,
            floor(extract(epoch from clock_timestamp()) * 1000)::bigint, actor,
            jsonb_build_object('upstream', jsonb_build_array(
              jsonb_build_object('id', f.id, 'type', f.type, 'fullyQualifiedName', f.fqn))) || lineage_change(before, after),
            sha256(convert_to(before::text, 'UTF8')), sha256(convert_to(after::text, 'UTF8')));
    exit;
  end loop;
  return query
    select f.node, t.node,
           json_strip_nulls(json_build_object('id', f.id, 'type', f.type, 'name', f.name,
             'fullyQualifiedName', f.fqn, 'displayName', f.display_name, 'deleted', false)),
           json_strip_nulls(json_build_object('id', t.id, 'type', t.type, 'name', t.name,
             'fullyQualifiedName', t.fqn, 'displayName', t.display_name, 'deleted', false)),
           told.created_at, told.created_by, told.updated_at, told.updated_by;
end $$;
