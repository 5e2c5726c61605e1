-- What follows from new results: the latest result and the newest ended one of the contract, its verdict, counts by hour and day. The new
-- rows and the contract's own row say enough; contracts are locked first, so that a statement behind the lock sees what was committed
-- meanwhile, and are found by key whichever number of rows the kept plan was made for. A result like the newest one, and not older than its
-- like, changes no verdict: nearly all of them. catalog.sums is `made` where the statement that inserts the results sums them up as well
-- (push_results). What failed is taken from each body once (materialized).
create or replace function sum_up_results_insert() returns trigger language plpgsql as $$
declare
  one contract_result;
  touched bigint[];
begin
  if current_setting('catalog.sums', true) = 'made' then return null; end if;
  select * into one from new_rows;
  if not found then return null; end if;
  if not exists (select from new_rows offset 1) then
    perform sum_up_result(one);
  else
    perform from contract where node = any(array(select contract from new_rows)) order by node for no key update;
    update contract c
       set latest_result = case when n.at >= coalesce((c.latest_result -> 'timestamp')::bigint, 0)
             then n.latest else c.latest_result end,
           ended_status = case when n.ended_at >= coalesce(c.ended_at, 0) then n.ended_status else c.ended_status end,
           ended_at = greatest(c.ended_at, n.ended_at)
      from (select contract, max(timestamp) as at,
                   (array_agg(jsonb_strip_nulls(jsonb_build_object(
                     'timestamp', timestamp, 'status', status, 'message', body -> 'result', 'resultId', id))
                     order by timestamp desc))[1] as latest,
                   max(timestamp) filter (where status not in ('Queued', 'Running')) as ended_at,
                   (array_agg(status order by timestamp desc) filter (where status not in ('Queued', 'Running')))[1] as ended_status
              from new_rows group by contract) n
     where c.node = n.contract
       and c.node = any(array(select contract from new_rows))
       and (n.at >= coalesce((c.latest_result -> 'timestamp')::bigint, 0) or n.ended_at >= coalesce(c.ended_at, 0));
    touched := array(
      select n.contract from new_rows n join contract c on c.node = n.contract
       where n.status in ('Success', 'PartialSuccess', 'Failed')
         and not coalesce(n.status = c.verdict and n.timestamp >= c.verdict_since, false));
    if cardinality(touched) > 0 then perform keep_verdicts(touched); end if;

    if exists (select from new_rows where not (origin = 'run' and status in ('Queued', 'Running'))) then
      with result as materialized (
        select contract, timestamp, status, 1 as k,
               failed_items(body, 'schemaValidation') as schema,
               failed_items(body, 'semanticsValidation') as semantics,
               failed_items(body, 'qualityValidation') as quality,
               failed_targets(body) as sla
          from new_rows where not (origin = 'run' and status in ('Queued', 'Running'))),
      change as (
        select * from (
          select contract, timestamp / 3600000 as hour, status, sum(k) as k,
                 coalesce(sum(k) filter (where schema is not null), 0)::integer as schema_evaluated,
                 coalesce(sum(k) filter (where schema = 0), 0)::integer as schema_passed,
                 coalesce(sum(k) filter (where semantics is not null), 0)::integer as semantics_evaluated,
                 coalesce(sum(k) filter (where semantics = 0), 0)::integer as semantics_passed,
                 coalesce(sum(k) filter (where quality is not null), 0)::integer as quality_evaluated,
                 coalesce(sum(k) filter (where quality = 0), 0)::integer as quality_passed,
                 coalesce(sum(k) filter (where sla is not null), 0)::integer as sla_evaluated,
                 coalesce(sum(k) filter (where sla = 0), 0)::integer as sla_passed
            from result group by 1, 2, 3) of_hour
         where (k,
                schema_evaluated, schema_passed, semantics_evaluated, semantics_passed,
                quality_evaluated, quality_passed, sla_evaluated, sla_passed)
               is distinct from (0, 0, 0, 0, 0, 0, 0, 0, 0)),
      change_of_day as (
        select contract, hour / 24 as day, status, sum(k) as k,
               sum(schema_evaluated)::integer as schema_evaluated,
               sum(schema_passed)::integer as schema_passed,
               sum(semantics_evaluated)::integer as semantics_evaluated,
               sum(semantics_passed)::integer as semantics_passed,
               sum(quality_evaluated)::integer as quality_evaluated,
               sum(quality_passed)::integer as quality_passed,
               sum(sla_evaluated)::integer as sla_evaluated,
               sum(sla_passed)::integer as sla_passed
          from change group by 1, 2, 3),
      raised as (
        insert into contract_result_count as c (
          contract, hour, status, n,
          schema_evaluated, schema_passed, semantics_evaluated, semantics_passed,
          quality_evaluated, quality_passed, sla_evaluated, sla_passed)
        select contract, hour, status, k,
               schema_evaluated, schema_passed, semantics_evaluated, semantics_passed,
               quality_evaluated, quality_passed, sla_evaluated, sla_passed
          from change where k > 0 order by 1, 2, 3
        on conflict (contract, hour, status) do update
          set n = c.n + excluded.n,
              schema_evaluated = c.schema_evaluated + excluded.schema_evaluated,
              schema_passed = c.schema_passed + excluded.schema_passed,
              semantics_evaluated = c.semantics_evaluated + excluded.semantics_evaluated,
              semantics_passed = c.semantics_passed + excluded.semantics_passed,
              quality_evaluated = c.quality_evaluated + excluded.quality_evaluated,
              quality_passed = c.quality_passed + excluded.quality_passed,
              sla_evaluated = c.sla_evaluated + excluded.sla_evaluated,
              sla_passed = c.sla_passed + excluded.sla_passed)
      insert into contract_result_day as c (
        contract, day, status, n,
        schema_evaluated, schema_passed, semantics_evaluated, semantics_passed,
        quality_evaluated, quality_passed, sla_evaluated, sla_passed)
      select contract, day, status, k,
             schema_evaluated, schema_passed, semantics_evaluated, semantics_passed,
             quality_evaluated, quality_passed, sla_evaluated, sla_passed
        from change_of_day where k > 0 order by 1, 2, 3
      on conflict (contract, day, status) do update
        set n = c.n + excluded.n,
            schema_evaluated = c.schema_evaluated + excluded.schema_evaluated,
            schema_passed = c.schema_passed + excluded.schema_passed,
            semantics_evaluated = c.semantics_evaluated + excluded.semantics_evaluated,
            semantics_passed = c.semantics_passed + excluded.semantics_passed,
            quality_evaluated = c.quality_evaluated + excluded.quality_evaluated,
            quality_passed = c.quality_passed + excluded.quality_passed,
            sla_evaluated = c.sla_evaluated + excluded.sla_evaluated,
            sla_passed = c.sla_passed + excluded.sla_passed;
    end if;
  end if;
  return null;
end $$;

create or replace trigger sum_up_results_insert after insert on contract_result
  referencing new table as new_rows for each statement execute function sum_up_results_insert();
