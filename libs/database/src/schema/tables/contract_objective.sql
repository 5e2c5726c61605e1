-- The objectives of a contract: 1 to 5 in the order in which they were sent. What they came to is worked out from the evidence at each read.
create table contract_objective (
  contract bigint primary key references contract (node) on delete cascade,
  objectives jsonb not null,
  updated_by text not null
);
