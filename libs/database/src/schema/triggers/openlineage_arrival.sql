-- Whatever makes an asset that events have named before, by its name or another one, tells so when it commits: with the keys of these names, or
-- with nothing where they do not fit into a notification.
create or replace function openlineage_arrival() returns trigger language plpgsql as $$
declare
  most constant integer := 200;
  keys text[];
begin
  select array_agg(distinct n.key::text) into keys from (
    with arrived as (
      select md5(n.fqn)::uuid as wanted from new_rows n union all
      select md5(n.root || ' ' || name_key(n.name))::uuid from new_rows n where n.type = 'table')
    select w.key from arrived a join openlineage_name w on w.wanted = a.wanted and (w.node is null or w.loose) union all
    select w.key from arrived a join openlineage_alias o on o.wanted = a.wanted
      join openlineage_name w on w.key = o.dataset and (w.node is null or w.loose)
    limit most + 1) n;
  if keys is not null then
    perform pg_notify('openlineage_arrival', case when cardinality(keys) <= most then array_to_string(keys, ',') else '' end);
  end if;
  return null;
end $$;

create or replace trigger openlineage_arrival after insert on entity
  referencing new table as new_rows for each statement execute function openlineage_arrival();
