-- The JSON of a reference to an entity, as answers show it. An expression, so that PostgreSQL plans it as a part of the statement.
create or replace function entity_reference_json(id uuid, type text, name text, fqn text, display_name text, deleted boolean)
  returns json language sql stable parallel safe
  return json_strip_nulls(json_build_object('id', id, 'type', type, 'name', name, 'fullyQualifiedName', fqn,
                                            'displayName', display_name, 'deleted', deleted));
