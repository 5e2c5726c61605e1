-- What follows from results that go. Deletions empty whole hours and days, whose counts would only slow down the sums. A count is only ever
-- lowered where its row is: when a contract goes, its counts may have gone before its results.
create or replace function sum_up_results_delete() returns trigger language plpgsql as $$
begin
  perform from contract where node = any(array(select contract from old_rows)) order by node for no key update;
  perform sum_up_latest_result(array(
    select c.node from (select contract, max(timestamp) as at from old_rows group by 1) o join contract c on c.node = o.contract
     where o.at >= least((c.latest_result -> 'timestamp')::bigint, c.ended_at)));

  with result as materialized (
    select contract, timestamp, status, -1 as k,
           failed_items(body, 'schemaValidation') as schema,
           failed_items(body, 'semanticsValidation') as semantics,
           failed_items(body, 'qualityValidation') as quality,
           failed_targets(body) as sla
      from old_rows where not (origin = 'run' and status in ('Queued', 'Running'))),
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
  lowered as (
    update contract_result_count c
       set n = c.n + change.k,
           schema_evaluated = c.schema_evaluated + change.schema_evaluated,
           schema_passed = c.schema_passed + change.schema_passed,
           semantics_evaluated = c.semantics_evaluated + change.semantics_evaluated,
           semantics_passed = c.semantics_passed + change.semantics_passed,
           quality_evaluated = c.quality_evaluated + change.quality_evaluated,
           quality_passed = c.quality_passed + change.quality_passed,
           sla_evaluated = c.sla_evaluated + change.sla_evaluated,
           sla_passed = c.sla_passed + change.sla_passed
      from change change
     where change.k <= 0 and (c.contract, c.hour, c.status) = (change.contract, change.hour, change.status)),
  lowered_of_day as (
    update contract_result_day c
       set n = c.n + change.k,
           schema_evaluated = c.schema_evaluated + change.schema_evaluated,
           schema_passed = c.schema_passed + change.schema_passed,
           semantics_evaluated = c.semantics_evaluated + change.semantics_evaluated,
           semantics_passed = c.semantics_passed + change.semantics_passed,
           quality_evaluated = c.quality_evaluated + change.quality_evaluated,
           quality_passed = c.quality_passed + change.quality_passed,
           sla_evaluated = c.sla_evaluated + change.sla_evaluated,
           sla_passed = c.sla_passed + change.sla_passed
      from change_of_day change
     where change.k <= 0 and (c.contract, c.day, c.status) = (change.contract, change.day, change.status)),
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

  delete from contract_result_count c
   using (select distinct contract, timestamp / 3600000 as hour, status from old_rows) o
   where c.n = 0 and (c.contract, c.hour, c.status) = (o.contract, o.hour, o.status);
  delete from contract_result_day c
   using (select distinct contract, timestamp / 86400000 as day, status from old_rows) o
   where c.n = 0 and (c.contract, c.day, c.status) = (o.contract, o.day, o.status);
  return null;
end $$;

create or replace trigger sum_up_results_delete after delete on contract_result
  referencing old table as old_rows for each statement execute function sum_up_results_delete();
