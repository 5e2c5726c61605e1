-- Recounts: checks of the whole catalog that workers carry out; open ones and those that have ended. The one that is Queued or Running is the
-- queue of the lane `recount`.
create table recount_run (
  id uuid primary key,
  status text not null check (status in ('Queued', 'Running', 'Success', 'PartialSuccess', 'Aborted')),
  requested_by text not null,
  -- Epoch ms.
  timestamp bigint not null,
  started_at bigint,
  ended_at bigint,
  attempts integer not null default 0,
  -- The lease, as that of each kind of runs.
  claim uuid,
  worker text,
  lease_until timestamptz,
  crashes integer not null default 0,
  failures integer not null default 0,
  alone boolean not null default false,
  -- {step, after}: behind the last block whose result stands in the report. Null: at the beginning.
  position jsonb,
  -- {done, total, current}
  progress jsonb,
  -- {compared, mended, left}
  report jsonb,
  reason text,
  message text
);

-- One at a time.
create unique index recount_run_open on recount_run ((true)) where status in ('Queued', 'Running');
create index recount_run_newest on recount_run (timestamp, id);
