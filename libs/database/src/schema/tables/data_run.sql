-- What is asked of sources, with what it came to: open runs and those that have ended. The rows that are Queued are the queue of the lane `data`.
create table data_run (
  id uuid primary key,
  kind text not null,
  status text not null check (status in ('Queued', 'Running', 'Success', 'PartialSuccess', 'Failed', 'Aborted')),
  -- Null where the connection is not of a service, or the service is gone for good; so is the asset.
  service bigint references entity (node) on delete set null,
  asset bigint references entity (node) on delete set null,
  -- As they were called when they were asked for: {id, type, name, fullyQualifiedName}.
  service_ref jsonb,
  asset_ref jsonb,
  -- Of requests with the same key the later one joins the run that is Queued, and at most one is Running. Null: it never joins.
  join_key text,
  -- The result of the validation that waits for it; of readings alone.
  for_result uuid,
  -- What was asked for, as the kind has it.
  request jsonb not null default '{}',
  -- The connection of a test of one that is not stored, sealed; it goes when the run ends.
  sealed bytea,
  trigger text not null,
  requested_by text not null,
  -- 0: somebody asked for it, 1: a schedule or a batch did.
  priority smallint not null default 0,
  -- A request waits for its end: without a worker it is given up.
  is_awaited boolean not null default false,
  -- Epoch ms. That of the first attempt stays: results are stored under it.
  timestamp bigint not null,
  started_at bigint,
  ended_at bigint,
  -- The fence, with claim.
  attempts integer not null default 0,
  claim uuid,
  -- Who has the lease; null while the run was handed back.
  worker text,
  lease_until timestamptz,
  -- Leases that ran out in the hands of a worker, from the third on only where the run was tried alone; attempts that ended with an error worth
  -- another one.
  crashes integer not null default 0,
  failures integer not null default 0,
  alone boolean not null default false,
  reason text,
  message text,
  -- {done, total, current}
  progress jsonb,
  -- At most 200 are kept; warning_count counts all.
  warnings jsonb not null default '[]',
  warning_count integer not null default 0,
  -- What it came to, by kind: {steps} | {counts, changes} | {profile} | {checks} | {reading, checks}.
  outcome jsonb
);

create unique index data_run_queued on data_run (join_key) where status = 'Queued' and join_key is not null;
create unique index data_run_running on data_run (join_key) where status = 'Running' and join_key is not null;
create index data_run_open on data_run (timestamp) where status in ('Queued', 'Running');
create index data_run_newest on data_run (timestamp, id);
create index data_run_of_service on data_run (service, kind, timestamp);
create index data_run_of_asset on data_run (asset, kind, timestamp) where asset is not null;
create index data_run_for_result on data_run (for_result) where for_result is not null;
create index data_run_of_removed_service on data_run ((service_ref ->> 'id')) where status in ('Queued', 'Running');
