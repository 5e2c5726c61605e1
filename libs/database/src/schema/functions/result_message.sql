-- The sentence of a result: what it says itself, else what its counts say, in the words of runs. Pipelines often push counts alone. Null where it has
-- neither, as of an open run. A count that was left out follows from the others, or from the list of what failed.
create or replace function result_message(body jsonb, details jsonb) returns text language plpgsql immutable as $$
declare
  said text := coalesce(nullif(body ->> 'result', ''), nullif(details -> 'details' ->> 'message', ''));
  bad text;
  good text;
begin
  if said is not null then return said; end if;
  with dimension as (
    select d.n, d.noun, (v ->> 'passed')::numeric as passed, (v ->> 'failed')::numeric as failed, (v ->> 'total')::numeric as total,
           array(select coalesce(f ->> 'ruleName', f #>> '{}') from jsonb_array_elements(listed) f limit 3) as names,
           coalesce(jsonb_array_length(listed), 0) as listed
      from (values (1, 'schemaValidation', 'column', 'failedFields'), (2, 'semanticsValidation', 'semantics rule', 'failedRules'),
                   (3, 'qualityValidation', 'quality test', '')) d (n, name, noun, list)
     cross join lateral (select body -> d.name as v) b
     cross join lateral (select case when jsonb_typeof(v -> d.list) = 'array' then v -> d.list end as listed) l where jsonb_typeof(v) = 'object'),
  counted as (
    select n, noun, names, listed, f.failed, coalesce(total, coalesce(passed, 0) + f.failed) as total
      from dimension cross join lateral (select coalesce(failed, total - passed, listed) as failed) f),
  target as (
    select (v.value)::boolean as is_met, t.word
      from (values ('refreshFrequencyMet', 'refresh frequency'), ('latencyMet', 'latency'), ('availabilityMet', 'availability')) t (name, word)
     cross join lateral (select body -> 'slaValidation' -> t.name as value) v where jsonb_typeof(v.value) = 'boolean'),
  sentence as (
    select n, failed = 0 as is_good,
           case when failed = 0 then things
                else format('%s of %s failed', failed, things) || coalesce(': ' || nullif(array_to_string(array(
                       select case when length(name) > 100 then left(name, 99) || '…' else name end from unnest(names) name), ', '), ''), '')
                     || case when listed > 3 then format(' and %s more', listed - 3) else '' end end as text
      from counted cross join lateral (select format('%s %s%s', total, noun, case when total = 1 then '' else 's' end) as things) t
     where total > 0
    union all
    select 4, bool_and(is_met),
           case when bool_and(is_met) then format('%s SLA target%s', count(*), case when count(*) = 1 then '' else 's' end)
                else 'SLA not met: ' || string_agg(word, ', ') filter (where not is_met) end
      from target having count(*) > 0)
  select string_agg(text, '; ' order by n) filter (where not is_good), string_agg(text, ', ' order by n) filter (where is_good)
    into bad, good from sentence;
  return coalesce(bad, 'All checks passed: ' || good);
end $$;
