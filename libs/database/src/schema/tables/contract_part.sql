-- Results of tools that each check a part of a contract add up: the newest push of each producer is here, beside the history, and the newest
-- result of the whole contract of each kind (service: a run, whole: a push without a producer). Whoever writes
-- holds the lock of the contract. Old parts are found by their day: an index by timestamp would be written with each push.
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
  -- Of the push, in days since the epoch.
  day bigint generated always as (timestamp / 86400000) stored,
  primary key (contract, producer)
);

create index contract_part_day on contract_part (day) where not lasting;
