-- The objectives of a contract: 1 to 5 in the order in which they were sent. What they came to is worked out from the evidence at each read.
create table contract_objective (
  contract bigint primary key references contract (node) on delete cascade,
  objectives jsonb not null,
  updated_by text not null,
  -- What people were notified about, as far as it keeps them from being notified again (libs/objectives/src/reports/budget-transitions.ts).
  told jsonb not null default '{}',
  -- Goes up with the objectives and with what was told: whoever tells of another version has looked at what is not so any more.
  version bigint not null default 0,
  -- Nothing of its budgets is due before, in epoch ms: 0 once there is new evidence, some time ahead while a worker looks. Null: the contract is
  -- deleted, and is looked at when that changes.
  look_at bigint default 0,
  -- FQN of the contract where one of the objectives burnt at the last look.
  burning_fqn text collate "C",
  -- Until when that says what is so, in epoch ms: 0 once there is new evidence, null for ever.
  changes_at bigint default 0
) with (fillfactor = 70);

create index contract_objective_due on contract_objective (look_at) where look_at is not null;
create index contract_objective_changes on contract_objective (changes_at, contract) where changes_at is not null;
create index contract_objective_burning on contract_objective (burning_fqn, contract) where burning_fqn is not null;
