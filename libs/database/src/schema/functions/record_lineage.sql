-- Records an edge in the audit: the record is about the asset that the edge leads to; the other one is in a list, which the audit never
-- shortens. before, after: its content (lineage_content), null before it is made and after it is removed. origin: null for that of the
-- transaction.
create or replace function record_lineage(
  from_id uuid, from_type text, from_fqn text, to_node bigint, to_id uuid, to_type text, to_fqn text, to_version integer,
  before jsonb, after jsonb, actor text, origin jsonb
) returns void language plpgsql as $$
begin
  insert into change_event_pending
    (event_type, entity_type, entity_id, node, fqn, version, at, actor, origin, change, hash_before, hash_after)
  values (case when before is null then 'lineageCreated' when after is null then 'lineageDeleted' else 'lineageUpdated' end,
          to_type, to_id, to_node, to_fqn, to_version, floor(extract(epoch from clock_timestamp()) * 1000)::bigint, actor,
          coalesce(origin, nullif(current_setting('catalog.origin', true), '')::jsonb),
          jsonb_build_object('upstream', jsonb_build_array(
            jsonb_build_object('id', from_id, 'type', from_type, 'fullyQualifiedName', from_fqn))) || lineage_change(before, after),
          sha256(convert_to(before::text, 'UTF8')), sha256(convert_to(after::text, 'UTF8')));
end $$;
