-- The lists that the change of an entity has; either state may be null. Of an attribute of more than 4,000 bytes it says that it changed,
-- and not how: so a record of an edge stays below the limit of a change. In PL/pgSQL, since before PostgreSQL 18 a function in SQL is
-- planned at each call.
create or replace function lineage_change(before jsonb, after jsonb) returns jsonb language plpgsql immutable parallel safe as $$
declare
  key text;
  old jsonb;
  new jsonb;
  shown jsonb;
  added jsonb := '[]';
  updated jsonb := '[]';
  deleted jsonb := '[]';
begin
  for key in select k from jsonb_object_keys(coalesce(before, '{}') || coalesce(after, '{}')) k order by k loop
    old := before -> key;
    new := after -> key;
    continue when old is not distinct from new;
    shown := jsonb_build_object('name', key);
    if octet_length(old::text) <= 4000 then shown := shown || jsonb_build_object('oldValue', old); end if;
    if octet_length(new::text) <= 4000 then shown := shown || jsonb_build_object('newValue', new); end if;
    if old is null then added := added || jsonb_build_array(shown);
    elsif new is null then deleted := deleted || jsonb_build_array(shown);
    else updated := updated || jsonb_build_array(shown);
    end if;
  end loop;
  return jsonb_build_object('fieldsAdded', added, 'fieldsUpdated', updated, 'fieldsDeleted', deleted);
end $$;
