-- Puts what came with the table's profile at a timestamp in the place of what came with it before. A name is the path of a column, unless a
-- column of the table itself has that name: then its path is the name in quotes.
create or replace function put_profile_series(of_asset bigint, at bigint, columns jsonb, systems jsonb) returns void language sql as $$
  delete from column_profile where asset = of_asset and profile = at;
  delete from system_profile where asset = of_asset and profile = at;
  with told as (
    select c ->> 'name' as name, coalesce((c ->> 'timestamp')::bigint, at) as timestamp, c as body
      from jsonb_array_elements(columns) c),
  quoted as (
    select distinct c ->> 'name' as name from entity e, jsonb_array_elements(e.details -> 'columns') c
     where e.node = of_asset and c ->> 'name' ~ '[."]'),
  keyed as (
    select md5(case when q.name is null then t.name else '"' || replace(t.name, '"', '""') || '"' end)::uuid as key, t.timestamp, t.body
      from told t left join quoted q on q.name = t.name)
  insert into column_profile (asset, column_key, timestamp, profile, body)
  select distinct on (key, timestamp) of_asset, key, timestamp, at, body from keyed order by key, timestamp
  on conflict (asset, column_key, timestamp) do update set profile = excluded.profile, body = excluded.body;
  with told as (
    select (s ->> 'timestamp')::bigint as timestamp, s ->> 'operation' as operation, s as body from jsonb_array_elements(systems) s)
  insert into system_profile (asset, timestamp, operation, profile, body)
  select distinct on (timestamp, operation) of_asset, timestamp, operation, at, body from told order by timestamp, operation
  on conflict (asset, timestamp, operation) do update set profile = excluded.profile, body = excluded.body;
$$;
