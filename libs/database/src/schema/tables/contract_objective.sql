-- The objectives of a contract: 1 to 5 in the order in which they were sent. What they came to is worked out from the evidence at each read.
create table contract_objective (
  contract bigint primary key references contract (node) on delete cascade,
  objectives jsonb not null,
  updated_by text not null,
  -- What people were notified about, as far as it keeps them from being notified again (libs/objectives/src/reports/budget-turns.ts).
  told jsonb not null default '{}',
  -- Goes up with the objectives and with what was told: whoever tells of another version has looked at what is not so any more.
  version bigint not null default 0,
  -- When a worker took the contract to look at its budgets, in epoch ms.
  looked_at bigint not null default 0
) with (fillfactor = 70);
