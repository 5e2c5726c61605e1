import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The part of an FQN that a text is: quoted where it holds a dot or a quote. */
const asPart = (text: string): string =>
  `case when ${text} ~ '[."]' then '"' || replace(${text}, '"', '""') || '"' else ${text} end`;

/** Nothing is left of any of the events: whoever called takes each by itself. */
const ONE_BY_ONE = `raise exception using errcode = 'OL001', message = 'The events are taken one by one'`;

/** The events, their runs and their names; what is known of these then. */
const FACTS = `
    insert into openlineage_event (key, kind, event_type, event_time, run_id, job_namespace, job_name, received_at, sender, body, reduced, notes)
    select x.key, x.kind, x.type, x.at, x."runId", x."jobNamespace", x."jobName", (extract(epoch from now()) * 1000)::bigint,
           x.sender, x.body, x.reduced, x.notes
      from jsonb_to_recordset(events) x (key uuid, kind text, type text, at bigint, "runId" text, "jobNamespace" text, "jobName" text,
                                         sender text, body text, reduced boolean, notes jsonb)
     order by x.key
    on conflict (key) do nothing;
    get diagnostics added = row_count;
    if added < jsonb_array_length(events) then ${ONE_BY_ONE}; end if;

    with put as (
      insert into openlineage_run as r (key, stamp, job, parent, parent_stamp, sql, sql_stamp, nominal, nominal_stamp, completed)
      select x.run, x.stamp, x.job, x.parent, case when x.parent is not null then x.stamp end,
             x.sql, case when x.sql is not null then x.stamp end,
             x.nominal, case when x.nominal is not null then x.stamp end, x.completed
        from jsonb_to_recordset(events) x (run uuid, stamp text, job uuid, parent uuid, sql text, nominal bigint, completed bigint[])
       order by x.run
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
      returning r.key, r.stamp, r.job, r.parent, r.sql, r.sql_stamp, r.nominal, r.completed)
    select jsonb_agg(to_jsonb(p)), array_agg(p.key) into told, run_keys from put p;

    with put as (
      insert into openlineage_name as w (key, kind, namespace, name, first_seen, last_seen, events)
      select x.key, x.kind, x.namespace, x.name, x.first, x.last, x.events
        from jsonb_to_recordset(names) x (key uuid, kind text, namespace text, name text, first bigint, last bigint, events bigint)
       order by x.key
      on conflict (key) do update set first_seen = least(w.first_seen, excluded.first_seen),
        last_seen = greatest(w.last_seen, excluded.last_seen), events = w.events + excluded.events
      returning w.key, w.node, w.events)
    select array_agg(p.key), array_agg(p.events > x.events) into open_names, open_had
      from put p join jsonb_to_recordset(names) x (key uuid, events bigint) on x.key = p.key
     where p.node is null;
`;

/** Looks for the assets of the names that have none, as `openlineage_take` does. had: whether an event before these had the name. */
const RESOLVE = `
    if open_names is not null then
      with found as (
        update openlineage_name w set wanted = t.wanted, node = t.node
          from (select n.key, k.had, md5(rule.awaited)::uuid as wanted, found.node
                  from unnest(open_names, open_had) k (key, had)
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
        returning w.node is not null and t.had as arrived)
      -- What other events have said of it is published as well.
      select bool_or(f.arrived) into is_late from found f;
      if is_late then ${ONE_BY_ONE}; end if;
    end if;
`;

/** The datasets of the runs, and what else the events say of these. An end of two runs at a time has an order, which one by one has. */
const DATASETS = `
    insert into openlineage_run_dataset (run, dataset, output)
    select distinct d.run, d.dataset, d.output from unnest(runs, datasets, outputs) d (run, dataset, output)
    on conflict do nothing;
    select coalesce(array_agg(d.dataset) filter (where not d.output), '{}'), coalesce(array_agg(d.run) filter (where not d.output), '{}'),
           coalesce(array_agg(d.dataset) filter (where d.output), '{}'), coalesce(array_agg(d.run) filter (where d.output), '{}')
      into sources, source_runs, ends, end_runs
      from unnest(run_keys) k (run)
     cross join lateral (select * from openlineage_run_dataset d where d.run = k.run offset 0) d;
    if cardinality(sources)::bigint * cardinality(ends) > most_edges then ${ONE_BY_ONE}; end if;

    select array_agg(w.key::text) into unresolved
      from (select distinct d.key from unnest(datasets) d (key)) k
     cross join lateral (select * from openlineage_name w where w.key = k.key offset 0) w
     where w.node is null;
    select array_agg(t.node order by t.node), array_agg(t.run order by t.node)
      into targets, target_runs
      from (select distinct w.node, k.run
              from unnest(ends, end_runs) k (key, run)
             cross join lateral (select * from openlineage_name w where w.key = k.key offset 0) w
             where w.node is not null) t;
    if cardinality(targets) > (select count(distinct t.node) from unnest(targets) t (node))
       or cardinality(ends) > (select count(distinct e.key) from unnest(ends) e (key)) then ${ONE_BY_ONE}; end if;

    if facets is not null then
      insert into openlineage_facet as f (name, kind, stamp, body)
      select x.name, x.kind, x.stamp, x.body from jsonb_to_recordset(facets) x (name uuid, kind text, stamp text, body jsonb) order by 1, 2
      on conflict (name, kind) do update set stamp = excluded.stamp, body = excluded.body where f.stamp < excluded.stamp;
    end if;
    if evidence is not null then
      insert into openlineage_evidence (dataset, kind, time, run, item, body)
      select distinct on (x.dataset, x.kind, x.item) x.dataset, x.kind, x.at, x.run, x.item, x.body
        from jsonb_to_recordset(evidence) x (dataset uuid, kind text, at bigint, run uuid, item uuid, body jsonb)
       order by x.dataset, x.kind, x.item
      on conflict do nothing;
    end if;
    if cardinality(sources) > 0 and cardinality(ends) > 0 then
      insert into openlineage_edge as e (from_dataset, to_dataset, stamp, job, parent, sql, sql_stamp)
      select i.key, o.key, r.stamp, r.job, r.parent, r.sql, r.sql_stamp
        from jsonb_to_recordset(told) r (key uuid, stamp text, job uuid, parent uuid, sql text, sql_stamp text)
        join unnest(sources, source_runs) i (key, run) on i.run = r.key
        join unnest(ends, end_runs) o (key, run) on o.run = r.key
       order by 1, 2
      on conflict (from_dataset, to_dataset) do update set
        job = case when excluded.stamp >= e.stamp then excluded.job else e.job end,
        parent = case when excluded.stamp >= e.stamp then excluded.parent else e.parent end,
        stamp = greatest(e.stamp, excluded.stamp),
        sql = case when excluded.sql_stamp >= coalesce(e.sql_stamp, '') then excluded.sql else e.sql end,
        sql_stamp = greatest(e.sql_stamp, excluded.sql_stamp);
    end if;
`;

/** When assets were refreshed and arrived, by the completions of the runs and by the statistics of their writes. */
const OBSERVATIONS = `
    if evidence is not null or targets is not null then
      insert into observation as o (asset, kind, timestamp, source, data_timestamp, available)
      select e.node, x.kind, x.at, 'catalog:openlineage/' || x.run, x.nominal, null
        from (select t.node, k.kind, c.at, t.run, case k.kind when 'arrival' then r.nominal end as nominal
                from unnest(targets, target_runs) t (node, run)
                join jsonb_to_recordset(told) r (key uuid, nominal bigint, completed bigint[]) on r.key = t.run
               cross join unnest(r.completed) c (at)
               cross join lateral (select 'refresh' as kind union all select 'arrival' where r.nominal is not null) k
               union
              select w.node, 'refresh', v.at, v.run, null
                from jsonb_to_recordset(evidence) v (dataset uuid, at bigint, run uuid)
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

const DIGEST = `md5('["OpenLineage",' || coalesce('"' || x.pipeline || '"', 'null') || ',' || coalesce(${json('x.sql')}, 'null') || ',null,' ||
          case when x.job is null then '{}'
               else '{"job":{"namespace":' || ${json('x.namespace')} || ',"name":' || ${json('x.name')} || '}}' end || ',[]]')::uuid`;

/** Edges between assets of which the facts say something new, as `openlineage_take` finds them; each by the event of its run. */
const EDGES = `
    if targets is null then return; end if;
    perform pg_advisory_xact_lock(hashtextextended('openlineage', n.node)) from unnest(targets) n (node);

    with facts as materialized (
      select t.run, a.node as from_node, b.node as to_node, f.*,
             exists (
               select from openlineage_column c where c.from_dataset = f.from_dataset and c.to_dataset = f.to_dataset offset 0) as of_columns
        from unnest(targets, target_runs) t (node, run)
       cross join lateral (select b.key, b.node from openlineage_name b where b.node = t.node offset 0) b
        join (
         select distinct k.run, a.key, a.node
           from unnest(sources, source_runs) k (key, run)
          cross join lateral (select s.node from openlineage_name s where s.key = k.key and s.node is not null offset 0) s
          cross join lateral (select a.key, a.node from openlineage_name a where a.node = s.node offset 0) a) a on a.run = t.run
       cross join lateral (select f.* from openlineage_edge f where f.from_dataset = a.key and f.to_dataset = b.key offset 0) f
    ), newest as (
      select distinct on (from_node, to_node) * from facts order by from_node, to_node, stamp desc
    ), stated as (
      select distinct on (from_node, to_node) from_node, to_node, sql from facts where sql is not null
       order by from_node, to_node, sql_stamp desc
    ), said as (
      select n.run, n.from_node, n.to_node, s.sql, j.key as job, j.namespace, j.name, coalesce(j.node, p.node) as pipeline, e.digest
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
                     'digest', y.new_digest, 'actor', v.sender, 'origin', v.origin))
              from (select x.*, ${DIGEST} as new_digest from said x offset 0) y
              join jsonb_to_recordset(events) v (run uuid, sender text, origin jsonb) on v.run = y.run
             where y.digest is distinct from y.new_digest)
      into is_late, edges;
    if is_late or jsonb_array_length(edges) > few_edges then ${ONE_BY_ONE}; end if;
    if edges is not null then perform lineage_put_each(edges); end if;
`;

/**
 * As `openlineage_take`, of events of several runs, each with its own sender and origin: what that does for one is done for all of them,
 * step by step in the same order, so that locks are taken in the order in which all others take them. Nobody waits for long: what another
 * transaction holds up is taken by itself.
 *
 * Fails with OL001 where one of them was taken before, where it is not enough to write these events, and where two of them lead to the same
 * asset: then nothing is left of any. names: each once, with the times and the number of the events that have it; facets: the newest
 * of each kind. declined: places of those between whose datasets columns are known; if there are any nothing is written.
 * unresolved: keys of datasets that are no asset.
 */
const TAKE = `
  create function openlineage_take_all(
    events jsonb, names jsonb, runs uuid[], datasets uuid[], outputs boolean[], facets jsonb, evidence jsonb,
    dataset_types text[], job_types text[], out declined integer[], out unresolved text[])
    language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off set lock_timeout = '200ms' as $$
  #variable_conflict use_column
  declare
    most_ends constant integer := 1000;
    most_edges constant integer := 10000;
    few_edges constant integer := 64;
    added integer;
    told jsonb;
    run_keys uuid[];
    open_names uuid[];
    open_had boolean[];
    is_late boolean;
    sources uuid[];
    source_runs uuid[];
    ends uuid[];
    end_runs uuid[];
    targets bigint[];
    target_runs uuid[];
    edges jsonb;
  begin
    -- Looked up pair by pair, by index, as all that follows: a plan that was made while a table was small would read the whole of it.
    select array_agg(x.place) into declined
      from jsonb_to_recordset(events) x (place integer, run uuid)
     where exists (select from unnest(runs, datasets, outputs) i (run, key, output) cross join unnest(runs, datasets, outputs) o (run, key, output)
                    cross join lateral (
                      select from openlineage_column c where c.from_dataset = i.key and c.to_dataset = o.key offset 0) c
                    where i.run = x.run and o.run = x.run and not i.output and o.output);
    if declined is not null then return; end if;
${FACTS}${RESOLVE}${DATASETS}${OBSERVATIONS}${EDGES}
  end $$;
`;

/** Events of senders who wait at the same time are taken by one call, which is a transaction of its own. */
export class EventsInOneCall1700000003772 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TAKE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function openlineage_take_all(jsonb, jsonb, uuid[], uuid[], boolean[], jsonb, jsonb, text[], text[])`);
  }
}
