-- next_at moves on in the transaction that makes the run of the tick: each tick counts once. Null while disabled.
create table contract_schedule (
  contract bigint primary key references contract (node) on delete cascade,
  cron text not null,
  timezone text not null,
  enabled boolean not null,
  next_at timestamptz,
  updated_by text not null,
  -- Where the evidence of its runs comes from.
  evidence text not null default 'auto' check (evidence in ('auto', 'source', 'stored'))
);

create index contract_schedule_due on contract_schedule (next_at) where next_at is not null;
