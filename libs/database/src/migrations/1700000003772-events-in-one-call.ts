import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Nothing is left of any of the events: whoever called takes several one by one, and one step by step. */
const GIVE_UP = `raise exception using errcode = 'OL001', message = 'The events are taken one by one, or step by step'`;

/** The events and their runs, in the order of the runs; what is known of these then. */
const RUNS = `
    for x in select * from jsonb_to_recordset(events) x (
        key uuid, kind text, type text, at bigint, "runId" text, "jobNamespace" text, "jobName" text, sender text, origin jsonb,
        reduced boolean, notes jsonb,
        run uuid, stamp text, job uuid, parent uuid, sql text, nominal bigint, completed bigint[]) loop
      insert into openlineage_event (key, kind, event_type, event_time, run_id, job_namespace, job_name, received_at, sender, body, reduced, notes)
      values (x.key, x.kind, x.type, x.at, x."runId", x."jobNamespace", x."jobName", (extract(epoch from now()) * 1000)::bigint,
              x.sender, bodies[cardinality(told) + 1], x.reduced, x.notes)
      on conflict (key) do nothing;
      if not found then
        if jsonb_array_length(events) > 1 then ${GIVE_UP}; end if;
        repeated := true;
        return;
      end if;

      insert into openlineage_run as r (key, stamp, job, parent, parent_stamp, sql, sql_stamp, nominal, nominal_stamp, completed)
      values (x.run, x.stamp, x.job, x.parent, case when x.parent is not null then x.stamp end,
              x.sql, case when x.sql is not null then x.stamp end,
              x.nominal, case when x.nominal is not null then x.stamp end, x.completed)
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
      returning r.* into run;
      told := array_append(told, run);
      senders := array_append(senders, x.sender);
      origins := array_append(origins, x.origin);
    end loop;
`;

/**
 * The names, in the order of their keys, with the assets that they have. One that had none before is looked for; one that is known to
 * have none only where an asset stands where it is awaited, or where more than one place would do.
 */
const NAMES = `
    for x in select * from jsonb_to_recordset(names) x (
        key uuid, kind text, namespace text, name text, first bigint, last bigint, events bigint) loop
      insert into openlineage_name as w (key, kind, namespace, name, first_seen, last_seen, events)
      values (x.key, x.kind, x.namespace, x.name, x.first, x.last, x.events)
      on conflict (key) do update set first_seen = least(w.first_seen, excluded.first_seen),
        last_seen = greatest(w.last_seen, excluded.last_seen), events = w.events + excluded.events
      returning w.* into named;
      types := case x.kind when 'job' then job_types else dataset_types end;
      if named.node is null and (
          named.wanted is null or named.name ~ '[."]'
          or exists (select from entity e where e.type = any(types) and md5(e.fqn)::uuid = named.wanted)) then
        place := openlineage_find(named, types);
        -- What other events have said of it is published as well.
        if place.node is not null and named.events > x.events then ${GIVE_UP}; end if;
        if place.node is not null or named.wanted is distinct from place.wanted then
          named.node := place.node;
          update openlineage_name w set wanted = place.wanted, node = place.node where w.key = x.key;
        end if;
      end if;
      if named.node is null and x.kind = 'dataset' then unresolved := array_append(unresolved, x.key::text); end if;
      name_keys := array_append(name_keys, x.key);
      name_nodes := array_append(name_nodes, named.node);
    end loop;
`;

/**
 * All datasets of the runs, and which of them an edge may lead from and to. An end of two runs at a time has an order, which one by
 * one has.
 */
const DATASETS = `
    insert into openlineage_run_dataset (run, dataset, output)
    select d.run, d.dataset, d.output from unnest(runs, datasets, outputs) d (run, dataset, output)
    on conflict do nothing;
    for nth in 1 .. cardinality(told) loop
      sources := '{}';
      source_nodes := '{}';
      ends := '{}';
      end_nodes := '{}';
      for x in select d.dataset, d.output from openlineage_run_dataset d where d.run = told[nth].key order by d.dataset loop
        place_of := array_position(name_keys, x.dataset);
        if place_of is not null then node_of := name_nodes[place_of];
        else select w.node into node_of from openlineage_name w where w.key = x.dataset;
        end if;
        if x.output then
          is_met := node_of = any(targets);
          if (is_met or x.dataset = any(all_ends)) and cardinality(told) > 1 then ${GIVE_UP}; end if;
          ends := array_append(ends, x.dataset);
          all_ends := array_append(all_ends, x.dataset);
          end_nodes := array_append(end_nodes, node_of);
          if node_of is not null and not is_met then
            targets := array_append(targets, node_of);
            target_places := array_append(target_places, nth);
          end if;
        else
          sources := array_append(sources, x.dataset);
          source_nodes := array_append(source_nodes, node_of);
        end if;
      end loop;
      if cardinality(sources)::bigint * cardinality(ends) > most_edges then ${GIVE_UP}; end if;
      for source in 1 .. cardinality(sources) loop
        for target in 1 .. cardinality(ends) loop
          pair_places := array_append(pair_places, nth);
          pair_sources := array_append(pair_sources, sources[source]);
          pair_ends := array_append(pair_ends, ends[target]);
          pair_from := array_append(pair_from, source_nodes[source]);
          pair_to := array_append(pair_to, end_nodes[target]);
        end loop;
      end loop;
    end loop;
`;

/** What else the events say of datasets, and which edges between datasets they tell of. */
const FACTS = `
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
    for x in select * from unnest(pair_places, pair_sources, pair_ends, pair_from, pair_to) x (place, source, target, from_node, to_node)
              order by x.source, x.target loop
      run := told[x.place];
      insert into openlineage_edge as e (from_dataset, to_dataset, stamp, job, parent, sql, sql_stamp)
      values (x.source, x.target, run.stamp, run.job, run.parent, run.sql, run.sql_stamp)
      on conflict (from_dataset, to_dataset) do update set
        job = case when excluded.stamp >= e.stamp then excluded.job else e.job end,
        parent = case when excluded.stamp >= e.stamp then excluded.parent else e.parent end,
        stamp = greatest(e.stamp, excluded.stamp),
        sql = case when excluded.sql_stamp >= coalesce(e.sql_stamp, '') then excluded.sql else e.sql end,
        sql_stamp = greatest(e.sql_stamp, excluded.sql_stamp)
      returning e.* into fact;
      if x.from_node is not null and x.to_node is not null then
        fact_places := array_append(fact_places, x.place);
        fact_from := array_append(fact_from, x.from_node);
        fact_to := array_append(fact_to, x.to_node);
        known_facts := array_append(known_facts, fact);
      end if;
    end loop;
`;

/** When assets were refreshed and arrived, by the completions of the runs and by the statistics of their writes. */
const OBSERVATIONS = `
    for x in select * from unnest(targets, target_places) x (node, place) order by x.node loop
      run := told[x.place];
      foreach completed_at in array run.completed loop
        insert into observation as o (asset, kind, timestamp, source, data_timestamp, available)
        select e.node, 'refresh', completed_at, 'catalog:openlineage/' || run.key, null, null from entity e where e.node = x.node
        on conflict do nothing;
        if run.nominal is not null then
          insert into observation as o (asset, kind, timestamp, source, data_timestamp, available)
          select e.node, 'arrival', completed_at, 'catalog:openlineage/' || run.key, run.nominal, null from entity e where e.node = x.node
          on conflict (asset, kind, timestamp, source) do update set data_timestamp = excluded.data_timestamp
           where o.data_timestamp is distinct from excluded.data_timestamp;
        end if;
      end loop;
    end loop;
    if evidence is not null then
      insert into observation as o (asset, kind, timestamp, source, data_timestamp, available)
      select distinct e.node, 'refresh', v.at, 'catalog:openlineage/' || v.run, null::bigint, null::boolean
        from jsonb_to_recordset(evidence) v (dataset uuid, at bigint, run uuid)
       cross join lateral (select w.node from openlineage_name w where w.key = v.dataset and w.node is not null offset 0) w
       cross join lateral (select e.node from entity e where e.node = w.node offset 0) e
       order by 1, 3
      on conflict do nothing;
    end if;
`;

/** A text as JSON.stringify writes it, as far as PostgreSQL stores it. */
const json = (text: string): string => `to_json(${text})::text`;

const DIGEST = `md5('["OpenLineage",' || coalesce('"' || pipeline || '"', 'null') || ',' || coalesce(${json('fact.sql')}, 'null') || ',null,' ||
          case when job.key is null then '{}'
               else '{"job":{"namespace":' || ${json('job.namespace')} || ',"name":' || ${json('job.name')} || '}}' end || ',[]]')::uuid`;

/**
 * Edges between assets of which the facts say something new; each by the event of its run. Where several datasets are one asset the newest
 * fact between any of them counts.
 */
const EDGES = `
    if targets = '{}' then return; end if;
    perform pg_advisory_xact_lock(hashtextextended('openlineage', n.node)) from (select unnest(targets) as node order by 1) n;
    for x in
      select * from unnest(fact_places, fact_from, fact_to, known_facts)
          as x (place, from_node, to_node, from_dataset, to_dataset, stamp, job, parent, sql, sql_stamp)
       order by x.from_node, x.to_node loop
      continue when x.from_node = last_from and x.to_node = last_to;
      last_from := x.from_node;
      last_to := x.to_node;
      fact := (x.from_dataset, x.to_dataset, x.stamp, x.job, x.parent, x.sql, x.sql_stamp);
      if exists (select from openlineage_name w where w.node = x.from_node and w.key <> x.from_dataset)
         or exists (select from openlineage_name w where w.node = x.to_node and w.key <> x.to_dataset) then
        select (array_agg(l.f order by (l.f).stamp desc))[1] as newest,
               (array_agg((l.f).sql order by (l.f).sql_stamp desc) filter (where (l.f).sql is not null))[1] as sql,
               bool_or(exists (select from openlineage_column c where c.from_dataset = a.key and c.to_dataset = b.key)) as of_columns
          into of_others
          from openlineage_name a
         cross join lateral (select b.key from openlineage_name b where b.node = x.to_node offset 0) b
         cross join lateral (select f from openlineage_edge f where f.from_dataset = a.key and f.to_dataset = b.key offset 0) l (f)
         where a.node = x.from_node;
        fact := of_others.newest;
        fact.sql := of_others.sql;
        of_columns := of_others.of_columns;
      else
        of_columns := exists (
          select from openlineage_column c where c.from_dataset = x.from_dataset and c.to_dataset = x.to_dataset);
      end if;
      if of_columns then ${GIVE_UP}; end if;

      select w.* into job from openlineage_name w where w.key = fact.job;
      pipeline := job.node;
      if pipeline is null and fact.parent is not null then
        select w.node into pipeline from openlineage_name w where w.key = fact.parent;
      end if;
      select e.source, e.digest into edge from lineage_edge e where e.from_node = x.from_node and e.to_node = x.to_node;
      is_known := found;
      continue when is_known and edge.source <> 'OpenLineage';
      digest := ${DIGEST};
      continue when is_known and edge.digest = digest;
      nodes := nodes || array[x.from_node, x.to_node, pipeline];
      changes := changes or is_known;
      edges := edges || jsonb_build_object(
        'from_node', x.from_node, 'to_node', x.to_node, 'source', 'OpenLineage', 'pipeline', pipeline, 'sql_query', fact.sql,
        'details', case when job.key is null then '{}'
                        else jsonb_build_object('job', jsonb_build_object('namespace', job.namespace, 'name', job.name)) end,
        'digest', digest, 'actor', senders[x.place], 'origin', origins[x.place]);
    end loop;
    if jsonb_array_length(edges) > few_edges then ${GIVE_UP}; end if;
    if edges <> '[]' then perform lineage_put_each(edges, nodes, changes); end if;
`;

/**
 * Takes events of several runs that name datasets alone, each with its own sender and origin: what is done for one is done for all of them,
 * step by step in the same order, so that locks are taken in the order in which all others take them. Nobody waits for long for what another
 * transaction holds up.
 *
 * Each step is a loop of statements that look at one row or write one: to begin a statement with many nodes takes longer than to run ten of
 * these, and most calls are of one event.
 *
 * events, bodies: in the order of their runs; names: each once, in the order of their keys, with the times and the number of the events that have
 * it; facets: the newest of each kind. declined: places of those between whose datasets, given pair by pair, columns are known; if there
 * are any nothing is written. repeated: the only event was taken before. unresolved: keys of datasets that are no asset.
 *
 * Fails with OL001 where it is not enough to write these events. Of several also where one was taken before and where two lead to the same
 * asset.
 */
const TAKE = `
  create function openlineage_take(
    events jsonb, bodies text[], names jsonb, asked_places integer[], asked_sources uuid[], asked_ends uuid[],
    runs uuid[], datasets uuid[], outputs boolean[], facets jsonb, evidence jsonb,
    dataset_types text[], job_types text[], out declined integer[], out repeated boolean, out unresolved text[])
    language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off set lock_timeout = '200ms' as $$
  #variable_conflict use_column
  declare
    most_ends constant integer := 1000;
    most_edges constant integer := 10000;
    few_edges constant integer := 64;
    x record;
    run openlineage_run;
    -- By the places of the events.
    told openlineage_run[] := '{}';
    senders text[] := '{}';
    origins jsonb[] := '{}';
    named openlineage_name;
    types text[];
    place record;
    name_keys uuid[] := '{}';
    name_nodes bigint[] := '{}';
    place_of integer;
    node_of bigint;
    is_met boolean;
    -- Datasets of one run.
    sources uuid[];
    source_nodes bigint[];
    ends uuid[];
    end_nodes bigint[];
    -- Outputs of all runs, and those of them that are assets.
    all_ends uuid[] := '{}';
    targets bigint[] := '{}';
    target_places integer[] := '{}';
    -- Pairs of datasets of a run.
    pair_places integer[] := '{}';
    pair_sources uuid[] := '{}';
    pair_ends uuid[] := '{}';
    pair_from bigint[] := '{}';
    pair_to bigint[] := '{}';
    completed_at bigint;
    -- What is known between two assets.
    fact openlineage_edge;
    fact_places integer[] := '{}';
    fact_from bigint[] := '{}';
    fact_to bigint[] := '{}';
    known_facts openlineage_edge[] := '{}';
    last_from bigint;
    last_to bigint;
    of_others record;
    of_columns boolean;
    job openlineage_name;
    pipeline bigint;
    edge record;
    is_known boolean;
    digest uuid;
    edges jsonb := '[]';
    nodes bigint[] := '{}';
    changes boolean := false;
  begin
    for nth in 1 .. cardinality(asked_places) loop
      if exists (select from openlineage_column c where c.from_dataset = asked_sources[nth] and c.to_dataset = asked_ends[nth]) then
        declined := array_append(declined, asked_places[nth]);
      end if;
    end loop;
    if declined is not null then return; end if;
${RUNS}${NAMES}${DATASETS}${FACTS}${OBSERVATIONS}${EDGES}
  end $$;
`;

/** Most events of pipelines say no more than which datasets a run has read and written. */
export class EventsInOneCall1700000003772 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TAKE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function openlineage_take(jsonb, text[], jsonb, integer[], uuid[], uuid[], uuid[], uuid[], boolean[], jsonb, jsonb, text[], text[])`);
  }
}
