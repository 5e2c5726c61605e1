-- When runs come that nobody requests by hand, of all kinds. next_at moves on in the transaction that requests the run of the tick: each tick
-- counts once. Null while disabled.
create table schedule (
  -- The contract of a validation, the service of a crawl, the table of a check.
  target bigint not null references entity (node) on delete cascade,
  -- Of the runs.
  kind text not null,
  cron text not null,
  timezone text not null,
  enabled boolean not null,
  next_at timestamptz,
  updated_by text not null,
  -- Members of each request, as the kind has them.
  request jsonb not null default '{}',
  primary key (target, kind)
);

create index schedule_due on schedule (kind, next_at, target) where next_at is not null;
