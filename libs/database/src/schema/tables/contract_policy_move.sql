-- Changes of a domain, data product or tag by which other policies govern a contract that bound at that time: one row for each contract and
-- transaction, with the policies of before. Their section change counts until its consentPeriod has passed, where it is stricter than what governs
-- the contract since. Times in epoch ms.
create table contract_policy_move (
  contract bigint not null references entity (node) on delete cascade,
  transaction xid8 not null,
  moved_at bigint not null,
  -- What changed: domains, dataProducts, tags, parent, or scope for the scope of a policy itself.
  because text not null,
  -- [{level, distance, scope, change, managed}] as policies_of_contract had them; scope is a node, null for all contracts.
  policies jsonb not null,
  -- Until when they count; null while no worker has looked at it.
  until bigint,
  primary key (contract, transaction)
);

create index contract_policy_move_new on contract_policy_move (moved_at) where until is null;
create index contract_policy_move_until on contract_policy_move (until) where until is not null;
