-- What came for the incidents of contracts, in the order in which it came: verdicts that one statement has added or removed, and ends of
-- contracts. Triggers write it behind the lock of the contract, in the transaction of what came; the library `incidents` makes of it what it does
-- to the incidents, and deletes it. Times in epoch ms.
create table incident_input (
  seq bigint generated always as identity primary key,
  contract bigint not null references contract (node) on delete cascade,
  -- When it came.
  at bigint not null,
  -- contractDeleted, contractOutOfForce; null: verdicts came.
  ended text,
  -- The date of the contract's end, where it has passed.
  ended_at bigint,
  -- Timestamp, status and message of verdicts that were added, in the order of their timestamps.
  added jsonb not null default '[]',
  -- Timestamp and status of those that were removed.
  removed jsonb not null default '[]',
  -- Timestamp of the newest verdict beside those that were added.
  newest bigint,
  -- The section of the policy under which a failing verdict may open an incident.
  rules jsonb
);

create index incident_input_contract on incident_input (contract, seq);
