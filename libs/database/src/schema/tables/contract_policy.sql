-- How contracts are governed, for one scope each: a contract, a data product, a tag, a domain, or (null) all contracts. It goes with its scope.
create table contract_policy (
  id uuid primary key,
  scope bigint references entity (node) on delete cascade,
  -- The sections, each complete; null: the policy does not speak of it.
  change jsonb,
  incidents jsonb,
  learned jsonb,
  -- Whether the section change was written by somebody who may write any: another one counts only where it is as strict as what holds without it.
  change_managed boolean not null,
  updated_at bigint not null,
  updated_by text not null
);

create unique index contract_policy_scope on contract_policy (coalesce(scope, 0));
-- Those that warn, which a worker looks for again and again.
create index contract_policy_learned on contract_policy (scope)
  where learned ->> 'freshness' = 'warn' or learned ->> 'volume' = 'warn';
-- Whether any policy speaks of incidents, each failing verdict asks.
create index contract_policy_incidents on contract_policy (id) where incidents is not null;
