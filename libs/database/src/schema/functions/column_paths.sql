-- The columns of a list of named parts, nested ones too, each by its path: names joined as in FQNs. A function and no common table
-- expression: the planner takes a recursive one for millions of rows, and compiles the statement where it may.
create or replace function column_paths(parts jsonb, prefix text) returns setof text language plpgsql immutable parallel safe rows 20 as $$
declare
  part jsonb;
  name text;
begin
  if jsonb_typeof(parts) is distinct from 'array' then return; end if;
  for part in select value from jsonb_array_elements(parts) loop
    name := part ->> 'name';
    continue when name is null;
    name := prefix || case when name ~ '[."]' then '"' || replace(name, '"', '""') || '"' else name end;
    return next name;
    if part ? 'children' then return query select column_paths(part -> 'children', name || '.'); end if;
  end loop;
end $$;
