-- What follows from one result, new or at the end of its run: a few short statements by key, not sets of one row. The contract's row says
-- enough of its results before, and is locked before its counts are. What is asked of it is asked again of the row that another writer has
-- committed meanwhile. Counts of hours and of days are statements of their own: one of both takes longer to begin than they take.
create or replace function sum_up_result(added contract_result) returns void language plpgsql as $$
declare
  has_ended boolean := added.status not in ('Queued', 'Running');
  kept record;
  failed record;
begin
  update contract c
     set latest_result = case when added.timestamp >= coalesce((c.latest_result -> 'timestamp')::bigint, 0)
           then jsonb_strip_nulls(jsonb_build_object('timestamp', added.timestamp, 'status', added.status,
                  'message', added.body -> 'result', 'resultId', added.id))
           else c.latest_result end,
         ended_status = case when has_ended and added.timestamp >= coalesce(c.ended_at, 0)
           then added.status else c.ended_status end,
         ended_at = case when has_ended then greatest(c.ended_at, added.timestamp) else c.ended_at end
   where c.node = added.contract
     and (added.timestamp >= coalesce((c.latest_result -> 'timestamp')::bigint, 0)
          or has_ended and added.timestamp >= coalesce(c.ended_at, 0))
  returning c.verdict, c.verdict_since into kept;
  if not found then
    select c.verdict, c.verdict_since into kept from contract c where c.node = added.contract for no key update;
  end if;

  if added.status in ('Success', 'PartialSuccess', 'Failed')
     and not coalesce(added.status = kept.verdict and added.timestamp >= kept.verdict_since, false) then
    perform keep_verdicts(array[added.contract]);
  end if;

  if has_ended or added.origin <> 'run' then
    select failed_items(body, 'schemaValidation') as schema,
           failed_items(body, 'semanticsValidation') as semantics,
           failed_items(body, 'qualityValidation') as quality,
           failed_targets(body) as sla
      into failed from (select added.body) r;
    insert into contract_result_count as c (
      contract, hour, status, n,
      schema_evaluated, schema_passed, semantics_evaluated, semantics_passed,
      quality_evaluated, quality_passed, sla_evaluated, sla_passed)
    values (added.contract, added.timestamp / 3600000, added.status, 1,
            (failed.schema is not null)::integer, (coalesce(failed.schema = 0, false))::integer,
            (failed.semantics is not null)::integer, (coalesce(failed.semantics = 0, false))::integer,
            (failed.quality is not null)::integer, (coalesce(failed.quality = 0, false))::integer,
            (failed.sla is not null)::integer, (coalesce(failed.sla = 0, false))::integer)
    on conflict (contract, hour, status) do update
      set n = c.n + 1,
          schema_evaluated = c.schema_evaluated + excluded.schema_evaluated,
          schema_passed = c.schema_passed + excluded.schema_passed,
          semantics_evaluated = c.semantics_evaluated + excluded.semantics_evaluated,
          semantics_passed = c.semantics_passed + excluded.semantics_passed,
          quality_evaluated = c.quality_evaluated + excluded.quality_evaluated,
          quality_passed = c.quality_passed + excluded.quality_passed,
          sla_evaluated = c.sla_evaluated + excluded.sla_evaluated,
          sla_passed = c.sla_passed + excluded.sla_passed;
    insert into contract_result_day as c (
      contract, day, status, n,
      schema_evaluated, schema_passed, semantics_evaluated, semantics_passed,
      quality_evaluated, quality_passed, sla_evaluated, sla_passed)
    values (added.contract, added.timestamp / 86400000, added.status, 1,
            (failed.schema is not null)::integer, (coalesce(failed.schema = 0, false))::integer,
            (failed.semantics is not null)::integer, (coalesce(failed.semantics = 0, false))::integer,
            (failed.quality is not null)::integer, (coalesce(failed.quality = 0, false))::integer,
            (failed.sla is not null)::integer, (coalesce(failed.sla = 0, false))::integer)
    on conflict (contract, day, status) do update
      set n = c.n + 1,
          schema_evaluated = c.schema_evaluated + excluded.schema_evaluated,
          schema_passed = c.schema_passed + excluded.schema_passed,
          semantics_evaluated = c.semantics_evaluated + excluded.semantics_evaluated,
          semantics_passed = c.semantics_passed + excluded.semantics_passed,
          quality_evaluated = c.quality_evaluated + excluded.quality_evaluated,
          quality_passed = c.quality_passed + excluded.quality_passed,
          sla_evaluated = c.sla_evaluated + excluded.sla_evaluated,
          sla_passed = c.sla_passed + excluded.sla_passed;
  end if;
end $$;
