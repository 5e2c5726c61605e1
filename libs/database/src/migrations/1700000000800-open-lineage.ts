import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * OpenLineage: the events as they came, and the facts that they add up to. Facts only grow, or the newest by the event's own time
 * wins, so that they are the same in whatever order the events come; edges and evidence are derived from them.
 */
export class OpenLineage1700000000800 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const part of [NAMING, RUN, EDGE, EVIDENCE, EVENT, ARRIVAL]) await runner.query(part);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop trigger openlineage_arrival on entity`);
    await runner.query(`drop function openlineage_arrival()`);
    await runner.query(
      `drop table openlineage_event, openlineage_evidence, openlineage_facet, openlineage_column, openlineage_edge,
         openlineage_run_dataset, openlineage_run, openlineage_name, openlineage_mapping`,
    );
  }
}

// A dataset or job as events name it; key: the digest of kind, namespace and name. node: the asset that it is, once known; wanted: the
// digest of the FQN by which it would be found. Times in epoch ms, of the events themselves.
const NAMING = `
  create table openlineage_mapping (
    namespace_prefix text collate "C" not null,
    service bigint not null references entity (node) on delete cascade
  );
  -- A prefix can be longer than what a btree row holds.
  create unique index openlineage_mapping_prefix on openlineage_mapping ((md5(namespace_prefix)::uuid));
  create index openlineage_mapping_service on openlineage_mapping (service);

  create table openlineage_name (
    key uuid primary key,
    kind text not null check (kind in ('dataset', 'job')),
    namespace text collate "C" not null,
    name text collate "C" not null,
    wanted uuid,
    node bigint references entity (node) on delete set null,
    -- Its asset was soft-deleted because an event told that it was dropped.
    dropped boolean not null default false,
    first_seen bigint not null,
    last_seen bigint not null,
    events bigint not null
  );
  create index openlineage_name_node on openlineage_name (node) where node is not null;
  create index openlineage_name_wanted on openlineage_name (wanted) where node is null;
  create index openlineage_name_unresolved on openlineage_name (kind, key) where node is null;
`;

// A run, or a job by itself where a JobEvent tells of it. A stamp is the time of an event and its key: the larger one wins.
const RUN = `
  create table openlineage_run (
    key uuid primary key,
    stamp text collate "C" not null,
    job uuid,
    parent uuid,
    parent_stamp text collate "C",
    sql text,
    sql_stamp text collate "C",
    nominal bigint,
    nominal_stamp text collate "C",
    completed bigint[] not null default '{}',
    touched_at timestamptz not null default now()
  );
  create index openlineage_run_touched on openlineage_run (touched_at);

  create table openlineage_run_dataset (
    run uuid not null references openlineage_run (key) on delete cascade,
    dataset uuid not null,
    output boolean not null,
    primary key (run, dataset, output)
  );
  create index openlineage_run_dataset_outputs on openlineage_run_dataset (dataset) where output;
`;

// What the runs say of two datasets, over all of them. A pair of columns counts where its datasets have an edge.
const EDGE = `
  create table openlineage_edge (
    from_dataset uuid not null,
    to_dataset uuid not null,
    stamp text collate "C" not null,
    job uuid,
    parent uuid,
    sql text,
    sql_stamp text collate "C",
    primary key (from_dataset, to_dataset)
  );
  create index openlineage_edge_to on openlineage_edge (to_dataset);
  create index openlineage_edge_job on openlineage_edge (job);
  create index openlineage_edge_parent on openlineage_edge (parent);

  -- pair: the digest of both columns.
  create table openlineage_column (
    from_dataset uuid not null,
    to_dataset uuid not null,
    pair uuid not null,
    from_column text not null,
    to_column text not null,
    function text not null,
    primary key (from_dataset, to_dataset, pair)
  );
`;

// Facets of which the newest counts, and what happened at a time (epoch ms): statistics of a write, outcomes of assertions.
const EVIDENCE = `
  create table openlineage_facet (
    name uuid not null,
    kind text not null,
    stamp text collate "C" not null,
    body jsonb not null,
    primary key (name, kind)
  );

  create table openlineage_evidence (
    dataset uuid not null,
    kind text not null check (kind in ('statistics', 'assertion')),
    time bigint not null,
    run uuid not null,
    item uuid not null,
    body jsonb not null,
    primary key (dataset, kind, time, item)
  );
`;

// The events as they came, up to 64 KiB each; times in epoch ms.
const EVENT = `
  create table openlineage_event (
    key uuid primary key,
    kind text not null,
    event_type text,
    event_time bigint not null,
    run_id text,
    job_namespace text,
    job_name text,
    received_at bigint not null,
    sender text not null,
    body text not null,
    reduced boolean not null,
    notes jsonb not null
  );
  create index openlineage_event_time on openlineage_event ((-event_time), key);
  create index openlineage_event_received on openlineage_event (received_at);
`;

// Whatever makes an asset that events have named before, tells so when it commits.
const ARRIVAL = `
  create function openlineage_arrival() returns trigger language plpgsql as $$
  begin
    if exists (select 1 from new_rows n join openlineage_name w on w.wanted = md5(n.fqn)::uuid and w.node is null) then
      perform pg_notify('openlineage_arrival', '');
    end if;
    return null;
  end $$;
  create trigger openlineage_arrival after insert on entity
    referencing new table as new_rows for each statement execute function openlineage_arrival();
`;
