-- Identity of a result: contract and timestamp (epoch ms).
create table contract_result (
  contract bigint not null references contract (node) on delete cascade,
  timestamp bigint not null,
  id uuid not null,
  status text not null,
  origin text not null check (origin in ('run', 'pushed')),
  -- What strict clients read, without id, contract's FQN, timestamp and status, which stand in columns.
  body jsonb not null,
  -- By request.
  details jsonb not null,
  -- The dimensions of a run in the order in which they were done, once it has ended.
  events jsonb,
  primary key (contract, timestamp)
);

-- Over all contracts: an id of another contract is refused.
create unique index contract_result_id on contract_result (id);
create index contract_result_status on contract_result (contract, status, timestamp);
