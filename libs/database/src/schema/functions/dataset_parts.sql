-- The parts of a name of OpenLineage for a table: split at dots outside of quotes, which stay; of AWS Glue behind table/.
create or replace function dataset_parts(name text) returns text[] language sql immutable parallel safe
  return case
    when name ~ '^table/[^/]+/[^/]+$' then string_to_array(substr(name, 7), '/')
    when name !~ '["`[]' then string_to_array(name, '.')
    else array(select m[1] from regexp_matches(name, '(?:^|\.)("(?:[^"]|"")*"|`(?:[^`]|``)*`|\[(?:[^]]|\]\])*\]|[^.]*)', 'g') m)
  end;
