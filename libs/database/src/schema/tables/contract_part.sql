-- Results of tools that each check a part of a contract add up: the newest push of each producer is here, beside the history, and the newest
-- result of the whole contract of each kind (service: a run, whole: a push without a producer). Whoever writes
-- holds the lock of the contract. There is no index by timestamp: it would be written with each push, and is asked for once an hour.
create table contract_part (
  contract bigint not null references contract (node) on delete cascade,
  producer text collate "C" not null,
  -- In epoch ms: of the push, of its result, and of the newest result that was written since it changed the sum.
  timestamp bigint not null,
  status text not null,
  body jsonb not null,
  details jsonb not null,
  placed_at bigint not null,
  summed_at bigint not null,
  -- It does not count any more, nor does a push that is older.
  ended boolean not null default false,
  -- It counts until the next push of its producer; others count for seven days.
  lasting boolean not null default false,
  primary key (contract, producer)
);
