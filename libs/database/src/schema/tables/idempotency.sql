-- A key is claimed in the transaction of its effect; the answer is stored as it was first given.
create table idempotency (
  key bytea primary key,
  request bytea not null,
  effect jsonb,
  answer jsonb,
  created_at timestamptz not null default now()
);

create index idempotency_created on idempotency (created_at);
