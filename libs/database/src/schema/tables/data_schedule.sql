-- Data runs that come by themselves. next_at moves on in the transaction that makes the run of the tick: each tick counts once. Null while
-- disabled.
create table data_schedule (
  -- The service of a crawl, the table of a check.
  target bigint not null references entity (node) on delete cascade,
  -- Of the runs.
  kind text not null,
  cron text not null,
  timezone text not null,
  enabled boolean not null,
  next_at timestamptz,
  updated_by text not null,
  -- What each run is asked for.
  request jsonb not null default '{}',
  primary key (target, kind)
);

create index data_schedule_due on data_schedule (next_at) where next_at is not null;
