-- The change as a record of the audit holds it. Of what is secret, and of what is long, it says that it changed, and not how: the versions
-- of the entity say more. A record has at most 64 KiB of JSON of a change, so that a page of records fits into memory; of a longer one the
-- names of 60 parts, each of 1,000 characters.
create or replace function audited_change(change jsonb) returns jsonb language sql stable parallel safe as $$
  select case
    when octet_length(change::text) <= 65536 and change::text !~* 'connection|password|secret|token|authenticationMechanism' then change
    when jsonb_typeof(change) <> 'object' then null
    else (
      select jsonb_object_agg(key, case when jsonb_typeof(value) = 'array' then (
               select coalesce(jsonb_agg(
                        case when octet_length(change::text) > 65536
                             or part ->> 'name' ~* 'connection|password|secret|token|authenticationMechanism'
                             then jsonb_build_object('name', left(part ->> 'name', 1000)) else part end order by place)
                      filter (where place <= 60), '[]')
                 from jsonb_array_elements(value) with ordinality p(part, place)) else value end)
        from jsonb_each(change) where jsonb_typeof(value) = 'array' or octet_length(value::text) < 100) end $$;
