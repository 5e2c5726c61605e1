import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The part of an FQN that a text is: quoted where it holds a dot or a quote. */
const asPart = (text: string): string =>
  `case when ${text} ~ '[."]' then '"' || replace(${text}, '"', '""') || '"' else ${text} end`;

/** An event of which nothing is left: whoever called has the transaction rolled back, and takes it step by step. */
const STEP_BY_STEP = `raise exception using errcode = 'OL001', message = 'The event is taken step by step'`;

/** The event, its run and its names; what is known of the names then. */
const FACTS = `
    insert into openlineage_event (key, kind, event_type, event_time, run_id, job_namespace, job_name, received_at, sender, body, reduced, notes)
    values (sent_key, sent_kind, sent_type, sent_at, sent_run, sent_job_namespace, sent_job_name,
            (extract(epoch from now()) * 1000)::bigint, actor, sent_body, sent_reduced, sent_notes)
    on conflict (key) do nothing;
    if not found then
      outcome := 'repeated';
      return;
    end if;

    insert into openlineage_run as r (key, stamp, job, parent, parent_stamp, sql, sql_stamp, nominal, nominal_stamp, completed)
    values (run_key, run_stamp, run_job, run_parent, case when run_parent is not null then run_stamp end,
            run_sql, case when run_sql is not null then run_stamp end,
            run_nominal, case when run_nominal is not null then run_stamp end, run_completed)
    on conflict (key) do update set
      job = case when excluded.stamp > r.stamp then coalesce(excluded.job, r.job) else coalesce(r.job, excluded.job) end,
      stamp = greatest(r.stamp, excluded.stamp),
      parent = case when excluded.parent_stamp > coalesce(r.parent_stamp, '') then excluded.parent else r.parent end,
      parent_stamp = greatest(r.parent_stamp, excluded.parent_stamp),
      sql = case when excluded.sql_stamp > coalesce(r.sql_stamp, '') then excluded.sql else r.sql end,
      sql_stamp = greatest(r.sql_stamp, excluded.sql_stamp),
      nominal = case when excluded.nominal_stamp > coalesce(r.nominal_stamp, '') then excluded.nominal else r.nominal end,
      nominal_stamp = greatest(r.nominal_stamp, excluded.nominal_stamp),
      completed = case when excluded.completed <@ r.completed or cardinality(r.completed) >= most_ends then r.completed
                       else r.completed || excluded.completed end,
      touched_at = now()
    returning r.* into told;

    with put as (
      insert into openlineage_name as w (key, kind, namespace, name, first_seen, last_seen, events)
      select x.key, x.kind, x.namespace, x.name, sent_at, sent_at, 1
        from jsonb_to_recordset(names) x (key uuid, kind text, namespace text, name text) order by x.key
      on conflict (key) do update set first_seen = least(w.first_seen, excluded.first_seen),
        last_seen = greatest(w.last_seen, excluded.last_seen), events = w.events + 1
      returning w.key, w.node)
    select array_agg(p.key) filter (where p.node is null) into open_names from put p;
`;

/** Looks for the assets of the names that have none, as \`targetOf\` in libs/ingestion says where these would stand. */
const RESOLVE = `
    if open_names is not null then
      with found as (
        update openlineage_name w set wanted = t.wanted, node = t.node
          from (select n.key, md5(rule.awaited)::uuid as wanted, found.node
                  from unnest(open_names) k (key)
                 cross join lateral (select * from openlineage_name n where n.key = k.key and n.node is null offset 0) n
                  left join lateral (
                    select s.node, s.type, s.fqn
                      from openlineage_mapping m join entity s on s.node = m.service
                     where starts_with(n.namespace, m.namespace_prefix)
                     order by length(m.namespace_prefix) desc limit 1) mapped on true
                 cross join lateral (
                    select one.fqn, levels.fqn as deep, case when mapped.node is null then levels.fqn else one.fqn end as awaited
                      from (select coalesce(mapped.fqn, ${asPart('n.namespace')}) || '.' as prefix) place
                     cross join lateral (select place.prefix || n.name as fqn) levels
                     cross join lateral (
                       select case when mapped.type = 'databaseService' then levels.fqn
                                   else place.prefix || ${asPart('n.name')} end as fqn) one) rule
                  left join lateral (
                    select e.node from entity e
                     where e.type = any(case n.kind when 'job' then job_types else dataset_types end)
                       and md5(e.fqn)::uuid in (md5(rule.fqn)::uuid, md5(rule.deep)::uuid) and e.fqn in (rule.fqn, rule.deep)
                     order by e.fqn <> rule.fqn, array_position(case n.kind when 'job' then job_types else dataset_types end, e.type)
                     limit 1) found on true) t
         where w.key = t.key and (t.node is not null or w.wanted is distinct from t.wanted)
        returning w.node is not null and w.events > 1 as arrived)
      -- What other events have said of it is published as well.
      select bool_or(f.arrived) into is_late from found f;
      if is_late then ${STEP_BY_STEP}; end if;
    end if;
`;

/** The datasets of the run, and what else the event says of its own. */
const DATASETS = `
    insert into openlineage_run_dataset (run, dataset, output)
    select distinct run_key, d.dataset, d.output from unnest(datasets, outputs) d (dataset, output)
    on conflict do nothing;
    select coalesce(array_agg(d.dataset) filter (where not d.output), '{}'), coalesce(array_agg(d.dataset) filter (where d.output), '{}')
      into sources, ends
      from openlineage_run_dataset d where d.run = run_key;
    -- Refused there.
    if cardinality(sources)::bigint * cardinality(ends) > most_edges then ${STEP_BY_STEP}; end if;

    select array_agg(w.key::text) filter (where w.node is null and w.key = any(datasets)),
           array_agg(distinct w.node order by w.node) filter (where w.node is not null and w.key = any(ends))
      into unresolved, targets
      from unnest(datasets || ends) k (key)
     cross join lateral (select * from openlineage_name w where w.key = k.key offset 0) w;

    if facets is not null then
      insert into openlineage_facet as f (name, kind, stamp, body)
      select x.name, x.kind, run_stamp, x.body from jsonb_to_recordset(facets) x (name uuid, kind text, body jsonb) order by 1, 2
      on conflict (name, kind) do update set stamp = excluded.stamp, body = excluded.body where f.stamp < excluded.stamp;
    end if;
    if evidence is not null then
      insert into openlineage_evidence (dataset, kind, time, run, item, body)
      select distinct on (x.dataset, x.kind, x.item) x.dataset, x.kind, sent_at, run_key, x.item, x.body
        from jsonb_to_recordset(evidence) x (dataset uuid, kind text, item uuid, body jsonb) order by x.dataset, x.kind, x.item
      on conflict do nothing;
    end if;
    if cardinality(sources) > 0 and cardinality(ends) > 0 then
      insert into openlineage_edge as e (from_dataset, to_dataset, stamp, job, parent, sql, sql_stamp)
      select i.key, o.key, told.stamp, told.job, told.parent, told.sql, told.sql_stamp
        from unnest(sources) i (key) cross join unnest(ends) o (key)
       order by 1, 2
      on conflict (from_dataset, to_dataset) do update set
        job = case when excluded.stamp >= e.stamp then excluded.job else e.job end,
        parent = case when excluded.stamp >= e.stamp then excluded.parent else e.parent end,
        stamp = greatest(e.stamp, excluded.stamp),
        sql = case when excluded.sql_stamp >= coalesce(e.sql_stamp, '') then excluded.sql else e.sql end,
        sql_stamp = greatest(e.sql_stamp, excluded.sql_stamp);
    end if;
`;

/** When assets were refreshed and arrived, by the completions of the run and by the statistics of its writes. */
const OBSERVATIONS = `
    if evidence is not null or (cardinality(told.completed) > 0 and targets is not null) then
      insert into observation as o (asset, kind, timestamp, source, data_timestamp, available)
      select e.node, x.kind, x.at, 'catalog:openlineage/' || run_key, case when x.kind = 'arrival' then told.nominal end, null
        from (select t.node, k.kind, c.at
                from unnest(targets) t (node) cross join unnest(told.completed) c (at)
               cross join (select 'refresh' as kind union all select 'arrival' where told.nominal is not null) k
               union
              select w.node, 'refresh', sent_at
                from jsonb_to_recordset(evidence) v (dataset uuid)
               cross join lateral (select w.node from openlineage_name w where w.key = v.dataset and w.node is not null offset 0) w) x
       cross join lateral (select e.node from entity e where e.node = x.node offset 0) e
       order by 1, 2, 3
      on conflict (asset, kind, timestamp, source)
      do update set data_timestamp = excluded.data_timestamp, available = excluded.available
       where (o.data_timestamp, o.available) is distinct from (excluded.data_timestamp, excluded.available);
    end if;
`;

/** A text as JSON.stringify writes it, as far as PostgreSQL stores it. */
const json = (text: string): string => `to_json(${text})::text`;

/** The digest of \`edgeDigest\` in libs/lineage. */
const DIGEST = `md5('["OpenLineage",' || coalesce('"' || x.pipeline || '"', 'null') || ',' || coalesce(${json('x.sql')}, 'null') || ',null,' ||
          case when x.job is null then '{}'
               else '{"job":{"namespace":' || ${json('x.namespace')} || ',"name":' || ${json('x.name')} || '}}' end || ',[]]')::uuid`;

/** Edges between assets of which the facts say something new, as \`changesAt\` of the edge publisher finds them. */
const EDGES = `
    if targets is null then return; end if;
    perform pg_advisory_xact_lock(hashtextextended('openlineage', n.node)) from unnest(targets) n (node);

    with facts as materialized (
      select a.node as from_node, b.node as to_node, f.*,
             exists (
               select from openlineage_column c where c.from_dataset = f.from_dataset and c.to_dataset = f.to_dataset offset 0) as of_columns
        from unnest(targets) t (node)
       cross join lateral (select b.key, b.node from openlineage_name b where b.node = t.node offset 0) b
       cross join (
         select distinct a.key, a.node
           from unnest(sources) k (key)
          cross join lateral (select s.node from openlineage_name s where s.key = k.key and s.node is not null offset 0) s
          cross join lateral (select a.key, a.node from openlineage_name a where a.node = s.node offset 0) a) a
       cross join lateral (select f.* from openlineage_edge f where f.from_dataset = a.key and f.to_dataset = b.key offset 0) f
    ), newest as (
      select distinct on (from_node, to_node) * from facts order by from_node, to_node, stamp desc
    ), stated as (
      select distinct on (from_node, to_node) from_node, to_node, sql from facts where sql is not null
       order by from_node, to_node, sql_stamp desc
    ), said as (
      select n.from_node, n.to_node, s.sql, j.key as job, j.namespace, j.name, coalesce(j.node, p.node) as pipeline, e.digest
        from newest n
        left join stated s on s.from_node = n.from_node and s.to_node = n.to_node
        left join lateral (select * from openlineage_name j where j.key = n.job offset 0) j on true
        left join lateral (select * from openlineage_name p where p.key = n.parent offset 0) p on true
        left join lateral (
          select e.source, e.digest from lineage_edge e where e.from_node = n.from_node and e.to_node = n.to_node offset 0) e on true
       where coalesce(e.source, 'OpenLineage') = 'OpenLineage'
    )
    select (select bool_or(f.of_columns) from facts f),
           (select jsonb_agg(jsonb_build_object(
                     'from_node', y.from_node, 'to_node', y.to_node, 'source', 'OpenLineage', 'pipeline', y.pipeline, 'sql_query', y.sql,
                     'details', case when y.job is null then '{}'
                                     else jsonb_build_object('job', jsonb_build_object('namespace', y.namespace, 'name', y.name)) end,
                     'digest', y.new_digest))
              from (select x.*, ${DIGEST} as new_digest from said x offset 0) y
             where y.digest is distinct from y.new_digest)
      into is_late, edges;
    if is_late then ${STEP_BY_STEP}; end if;
    if jsonb_array_length(edges) <= few_edges then
      perform lineage_put_few(edges, actor);
    elsif edges is not null then
      perform lineage_put_edges(edges, null, actor);
    end if;
`;

/**
 * Takes an event that counts for its run or job, and names neither columns nor assertions nor changes of state: what the statements of
 * libs/ingestion do one after the other, under the same locks in the same order.
 *
 * outcome: \`taken\`; \`repeated\` where it was taken before, \`declined\` where columns are known between its datasets, with nothing written.
 * Fails with OL001 where that shows, or where it is not enough to write this event, only after something was written.
 * unresolved: keys of its datasets that are no asset.
 */
const TAKE = `
  create function openlineage_take(
    sent_key uuid, sent_kind text, sent_type text, sent_at bigint, sent_run text, sent_job_namespace text, sent_job_name text,
    actor text, sent_body text, sent_reduced boolean, sent_notes jsonb,
    run_key uuid, run_stamp text, run_job uuid, run_parent uuid, run_sql text, run_nominal bigint, run_completed bigint[],
    names jsonb, datasets uuid[], outputs boolean[], facets jsonb, evidence jsonb, dataset_types text[], job_types text[],
    out outcome text, out unresolved text[]) language plpgsql set plan_cache_mode = force_generic_plan as $$
  #variable_conflict use_column
  declare
    most_ends constant integer := 1000;
    most_edges constant integer := 10000;
    few_edges constant integer := 8;
    told record;
    open_names uuid[];
    is_late boolean;
    sources uuid[];
    ends uuid[];
    targets bigint[];
    edges jsonb;
  begin
    -- Looked up pair by pair, by index, as all that follows: a plan that was made while a table was small would read the whole of it.
    if exists (select from unnest(datasets, outputs) i (key, output) cross join unnest(datasets, outputs) o (key, output)
                cross join lateral (
                  select from openlineage_column c where c.from_dataset = i.key and c.to_dataset = o.key offset 0) c
                where not i.output and o.output) then
      outcome := 'declined';
      return;
    end if;
    outcome := 'taken';
${FACTS}${RESOLVE}${DATASETS}${OBSERVATIONS}${EDGES}
  end $$;
`;

/** Most events of pipelines say no more than which datasets a run has read and written. */
export class EventInOneCall1700000003600 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TAKE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function openlineage_take(
        uuid, text, text, bigint, text, text, text, text, text, boolean, jsonb, uuid, text, uuid, uuid, text, bigint, bigint[],
        jsonb, uuid[], boolean[], jsonb, jsonb, text[], text[])`);
  }
}
