-- Everything that follows from results: the latest result, the newest ended one and the verdict of their contracts, counts by hour and by
-- day; objectives are judged anew. Called for each statement that changes results, whatever sent it (triggers sum_up_results_*).
--
-- Parallel arrays (unnest names the second one's column `unnest`), of each result that was added (n = 1), removed (-1), or belongs to an open run (0): what it changes in the counts of its
-- hour (result_counts), and its timestamp. A result that changed is removed as it was and added as it is.
--
-- Contracts are locked first, so that writers come one after the other: each statement behind the lock sees what was committed before. The
-- newest results are looked up by index. A result like the newest one, and not older than its like, changes no verdict: nearly all of them.
--
-- One statement does what each result needs, since the start of a statement is most of what one result costs. What only some need follows in
-- statements of its own. Each condition on contracts stands beside the table, so that few contracts are found by key in a small table as well.
--
-- A count is lowered only where its row is: when a contract is deleted, its counts may be deleted before its results. Counts of zero are
-- deleted, since they would slow down the sums.
create or replace function summarise_results(changes contract_result_count[], timestamps bigint[]) returns void
  language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  contracts bigint[] := array(select distinct c.contract from unnest(changes) c);
  touched bigint[];
  followed bigint[];
  judged bigint[];
  hours contract_result_count[];
  days contract_result_day[];
begin
  perform from contract c where c.node = any(contracts) order by c.node for no key update;

  with change as materialized (
    select s.*, s.unnest as at from unnest(changes, timestamps) s),
  summed as materialized (
    select s.contract, s.hour, s.status, sum(s.n)::integer as n,
           sum(s.schema_evaluated)::integer as schema_evaluated, sum(s.schema_passed)::integer as schema_passed,
           sum(s.semantics_evaluated)::integer as semantics_evaluated, sum(s.semantics_passed)::integer as semantics_passed,
           sum(s.quality_evaluated)::integer as quality_evaluated, sum(s.quality_passed)::integer as quality_passed,
           sum(s.sla_evaluated)::integer as sla_evaluated, sum(s.sla_passed)::integer as sla_passed
      from change s where s.n <> 0 group by 1, 2, 3),
  counted as (
    insert into contract_result_count as c select * from summed s where s.n > 0
      on conflict (contract, hour, status) do update
     set n = c.n + excluded.n,
         schema_evaluated = c.schema_evaluated + excluded.schema_evaluated,
         schema_passed = c.schema_passed + excluded.schema_passed,
         semantics_evaluated = c.semantics_evaluated + excluded.semantics_evaluated,
         semantics_passed = c.semantics_passed + excluded.semantics_passed,
         quality_evaluated = c.quality_evaluated + excluded.quality_evaluated,
         quality_passed = c.quality_passed + excluded.quality_passed,
         sla_evaluated = c.sla_evaluated + excluded.sla_evaluated,
         sla_passed = c.sla_passed + excluded.sla_passed),
  counted_by_day as (
    insert into contract_result_day as c
    select s.contract, s.hour / 24, s.status, sum(s.n)::integer,
           sum(s.schema_evaluated)::integer, sum(s.schema_passed)::integer,
           sum(s.semantics_evaluated)::integer, sum(s.semantics_passed)::integer,
           sum(s.quality_evaluated)::integer, sum(s.quality_passed)::integer,
           sum(s.sla_evaluated)::integer, sum(s.sla_passed)::integer
      from summed s group by 1, 2, 3 having sum(s.n) > 0
      on conflict (contract, day, status) do update
     set n = c.n + excluded.n,
         schema_evaluated = c.schema_evaluated + excluded.schema_evaluated,
         schema_passed = c.schema_passed + excluded.schema_passed,
         semantics_evaluated = c.semantics_evaluated + excluded.semantics_evaluated,
         semantics_passed = c.semantics_passed + excluded.semantics_passed,
         quality_evaluated = c.quality_evaluated + excluded.quality_evaluated,
         quality_passed = c.quality_passed + excluded.quality_passed,
         sla_evaluated = c.sla_evaluated + excluded.sla_evaluated,
         sla_passed = c.sla_passed + excluded.sla_passed),
  latest as (
    update contract c set latest_result = n.latest, ended_status = n.ended_status, ended_at = n.ended_at
      from (select o.node, l.latest, coalesce(l.ended_status, e.status) as ended_status, coalesce(l.ended_at, e.timestamp) as ended_at
              from unnest(contracts) o (node)
              left join lateral (
                select jsonb_strip_nulls(jsonb_build_object(
                         'timestamp', r.timestamp, 'status', r.status, 'message', result_message(r.body, r.details), 'resultId', r.id)) as latest,
                       case when r.status not in ('Queued', 'Running') then r.status end as ended_status,
                       case when r.status not in ('Queued', 'Running') then r.timestamp end as ended_at
                  from contract_result r
                 where r.contract = o.node order by r.timestamp desc limit 1) l on true
              left join lateral (
                select r.status, r.timestamp from contract_result r
                 where l.ended_at is null and r.contract = o.node and r.status not in ('Queued', 'Running')
                 order by r.timestamp desc limit 1) e on true) n
     where c.node = n.node and c.node = any(contracts)
       and (c.latest_result, c.ended_status, c.ended_at) is distinct from (n.latest, n.ended_status, n.ended_at))
  select array_agg(s.contract) filter (where not (s.n > 0 and coalesce(s.status = c.verdict and s.at >= c.verdict_since, false))),
         array_agg(s.contract) filter (where
           exists (select from contract_incident i where i.contract = s.contract and i.status <> 'Resolved')
           or exists (select from incident_input w where w.contract = s.contract)
           or (s.n > 0 and s.status <> 'Success' and exists (select from contract_policy p where p.incidents is not null))),
         array_agg(s.contract)
    into touched, followed, judged
    from change s join contract c on c.node = s.contract
   where s.status in ('Success', 'PartialSuccess', 'Failed') and c.node = any(contracts);
  if judged is not null then perform look_at_objectives_of(judged); end if;
  if touched is not null then
    perform keep_verdicts(touched);
    perform derive_transitions(array_agg(g.contract), array_agg(g.first), array_agg(g.last))
       from (select s.contract, min(s.unnest) as first, max(s.unnest) as last from unnest(changes, timestamps) s
              where s.contract = any(touched) and s.status in ('Success', 'PartialSuccess', 'Failed') group by s.contract) g;
  end if;
  if followed is not null then perform note_verdicts(followed, changes, timestamps); end if;

  if exists (select from unnest(changes) s where s.n < 0) then
    hours := array(
      select row(s.*)::contract_result_count from (
        select s.contract, s.hour, s.status, sum(s.n) as n,
               sum(s.schema_evaluated)::integer, sum(s.schema_passed)::integer,
               sum(s.semantics_evaluated)::integer, sum(s.semantics_passed)::integer,
               sum(s.quality_evaluated)::integer, sum(s.quality_passed)::integer,
               sum(s.sla_evaluated)::integer, sum(s.sla_passed)::integer
          from unnest(changes) s where s.n <> 0 group by 1, 2, 3 order by 1, 2, 3) s);
    days := array(
      select row(s.*)::contract_result_day from (
        select s.contract, s.hour / 24, s.status, sum(s.n) as n,
               sum(s.schema_evaluated)::integer, sum(s.schema_passed)::integer,
               sum(s.semantics_evaluated)::integer, sum(s.semantics_passed)::integer,
               sum(s.quality_evaluated)::integer, sum(s.quality_passed)::integer,
               sum(s.sla_evaluated)::integer, sum(s.sla_passed)::integer
          from unnest(hours) s group by 1, 2, 3 order by 1, 2, 3) s);

    update contract_result_count c
       set n = c.n + s.n,
           schema_evaluated = c.schema_evaluated + s.schema_evaluated,
           schema_passed = c.schema_passed + s.schema_passed,
           semantics_evaluated = c.semantics_evaluated + s.semantics_evaluated,
           semantics_passed = c.semantics_passed + s.semantics_passed,
           quality_evaluated = c.quality_evaluated + s.quality_evaluated,
           quality_passed = c.quality_passed + s.quality_passed,
           sla_evaluated = c.sla_evaluated + s.sla_evaluated,
           sla_passed = c.sla_passed + s.sla_passed
      from unnest(hours) s where s.n <= 0 and c.contract = s.contract and c.hour = s.hour and c.status = s.status;
    delete from contract_result_count c using unnest(hours) s
     where s.n < 0 and c.contract = s.contract and c.hour = s.hour and c.status = s.status and c.n = 0;
    update contract_result_day c
       set n = c.n + s.n,
           schema_evaluated = c.schema_evaluated + s.schema_evaluated,
           schema_passed = c.schema_passed + s.schema_passed,
           semantics_evaluated = c.semantics_evaluated + s.semantics_evaluated,
           semantics_passed = c.semantics_passed + s.semantics_passed,
           quality_evaluated = c.quality_evaluated + s.quality_evaluated,
           quality_passed = c.quality_passed + s.quality_passed,
           sla_evaluated = c.sla_evaluated + s.sla_evaluated,
           sla_passed = c.sla_passed + s.sla_passed
      from unnest(days) s where s.n <= 0 and c.contract = s.contract and c.day = s.day and c.status = s.status;
    delete from contract_result_day c using unnest(days) s
     where s.n < 0 and c.contract = s.contract and c.day = s.day and c.status = s.status and c.n = 0;
  end if;
end $$;
