-- Validation of many contracts at once, fed in blocks: the items up to position fed have their runs.
create table validation_batch (
  id uuid primary key,
  requested_by text not null,
  created_at timestamptz not null default clock_timestamp(),
  total integer not null,
  fed integer not null default 0,
  -- Counts the blocks; the token of the job that feeds the next one.
  generation integer not null default 0,
  cancelled_at timestamptz,
  -- When that job is sent again, should nobody have come, and how often it was.
  ring_at timestamptz not null default clock_timestamp() + interval '2 s',
  rings integer not null default 0,
  -- Where the evidence of its runs comes from.
  evidence text not null default 'auto' check (evidence in ('auto', 'source', 'stored'))
);

create index validation_batch_unfed on validation_batch (ring_at) where fed < total and cancelled_at is null;
create index validation_batch_age on validation_batch (created_at);
