-- What a run is asked for by two requests: of lists everything that either has, where one has none everything there is; of flags either.
create or replace function joined_data_request(one jsonb, other jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(key, case jsonb_typeof(one_value)
           when 'array' then (
             select jsonb_agg(distinct item) from (
               select jsonb_array_elements(one_value) union all select jsonb_array_elements(other_value)) items (item))
           when 'boolean' then to_jsonb(one_value::boolean or other_value::boolean)
           else other_value end), '{}')
    from (
      select key, coalesce(a.value, 'false') as one_value, coalesce(b.value, 'false') as other_value
        from jsonb_each(one) a full join jsonb_each(other) b using (key)
       where (a.value is not null and b.value is not null)
          or jsonb_typeof(coalesce(a.value, b.value)) = 'boolean') members
$$;
