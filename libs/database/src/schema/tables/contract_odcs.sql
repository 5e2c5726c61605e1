-- The documents of the Open Data Contract Standard that contracts came from.
create table contract_odcs (
  node bigint primary key references entity (node) on delete cascade,
  -- As it goes out while nothing is changed here; json and not jsonb, so that it keeps the order of its keys.
  document json not null,
  -- Index of the contract's object in its schema, null without one.
  object integer,
  -- What the contract said when it was read from it.
  baseline jsonb not null
);
