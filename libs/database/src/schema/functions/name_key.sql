-- A key that two names share if an engine could take them for the same: without regard to quotes, to case in ASCII, and to which other
-- characters there are. By it candidates are found in an index; which of them is meant, libs/datatypes says.
create or replace function name_key(name text) returns text language sql immutable parallel safe
  return lower(regexp_replace(translate(name, '"`[]', ''), '[^\x01-\x7f]', '?', 'g') collate "C");
