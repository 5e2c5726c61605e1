-- Who relies on a contract, by declaration. Times in epoch ms.
create table contract_consumer (
  id uuid primary key,
  contract bigint not null references entity (node) on delete cascade,
  -- A user or a team.
  party bigint not null references entity (node) on delete cascade,
  purpose text not null,
  -- Paths of columns as text in JSON; null: the whole contract.
  columns jsonb,
  contact text,
  -- From then on the declaration counts for nothing.
  until bigint,
  declared_by bigint references entity (node) on delete set null,
  -- Whether that was the party itself: others do not change it then.
  by_party boolean not null,
  declared_at bigint not null,
  updated_at bigint not null
);

create unique index contract_consumer_of_contract on contract_consumer (contract, party);
create index contract_consumer_of_party on contract_consumer (party);
create index contract_consumer_declared_by on contract_consumer (declared_by);
