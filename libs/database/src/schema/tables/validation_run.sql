-- Only open runs stand here; the row goes in the transaction that writes the terminal result. Times are the database's.
create table validation_run (
  result_id uuid primary key,
  contract bigint not null references contract (node) on delete cascade,
  timestamp bigint not null,
  state text not null check (state in ('Queued', 'Running')),
  -- The fencing token, with claim: a write of an older attempt changes nothing.
  attempt integer not null default 0,
  -- Leases that ran out in a worker's hands, from the third on only where the run was tried alone.
  crashes integer not null default 0,
  -- Attempts that ended with an error worth another try.
  failures integer not null default 0,
  alone boolean not null default false,
  trigger text not null,
  lane text not null,
  requested_by text not null,
  queued_at timestamptz not null default clock_timestamp(),
  started_at timestamptz,
  lease_until timestamptz,
  -- Who holds the lease; null while the run was handed back.
  worker text,
  -- The dimensions that are done, in their order.
  progress jsonb not null default '[]',
  -- Random for each claim: a claim does not wait for the disk, so a crash of the server may undo it.
  claim uuid,
  -- Of the request that made it, if that is traced: W3C's header of this name.
  traceparent text,
  -- Where the evidence is to come from, as it was asked for: of several requests that joined the most that any of them wants.
  evidence text not null default 'auto' check (evidence in ('auto', 'source', 'stored')),
  -- Readings of sources were asked for. While one of them is open the run has no lease, no worker and no claim, so nobody takes it.
  reads boolean not null default false
);

create unique index validation_run_open on validation_run (contract, state);
create index validation_run_lease on validation_run (lease_until) where state = 'Running';
-- By lane and age: workers claim them in blocks.
create index validation_run_waiting on validation_run (lane, queued_at, result_id) where state = 'Queued';
