-- What is done about a contract that fails, from its first failing verdict to the resolution. Times in epoch ms.
create table contract_incident (
  id uuid primary key default gen_random_uuid(),
  -- In the order in which they were opened.
  place bigint generated always as identity,
  contract bigint not null references entity (node) on delete cascade,
  status text not null check (status in ('New', 'Ack', 'Assigned', 'Resolved')),
  -- Timestamp of the verdict that opened it, or when somebody did.
  opened_at bigint not null,
  created_at bigint not null,
  -- Timestamp, status and message of the verdict that opened it, and of the newest one; null where there was none.
  first_result jsonb,
  last_result jsonb,
  -- Failing verdicts since it was opened, and those that passed since the newest of them.
  failures bigint not null default 0,
  good_runs bigint not null default 0,
  -- The section of the policy that held when it was opened: what it says holds until it is resolved.
  rules jsonb not null,
  -- Whether it was assigned by the rules and told.
  is_settled boolean not null default false,
  -- Whether its resolution was told.
  is_end_told boolean not null default false,
  is_acknowledged boolean not null default false,
  assignee bigint references entity (node) on delete set null,
  severity text,
  snoozed_until bigint,
  -- That of the contract: each new incident has it from the one before.
  muted_until bigint,
  mute_reason text,
  -- The last known cause: an incident upstream, and how far.
  cause uuid,
  cause_hops integer,
  resolved_at bigint,
  resolved_by bigint references entity (node) on delete set null,
  -- recovered: by verdicts.
  resolution text,
  comments integer not null default 0,
  updated_at bigint not null
);

-- Not more than one of a contract is open. Metrics and totals of lists count them without a look at the rows.
create unique index contract_incident_open on contract_incident (contract) include (status, created_at, assignee) where status <> 'Resolved';
create index contract_incident_contract on contract_incident (contract, place);
create index contract_incident_opened on contract_incident (opened_at, place);
create index contract_incident_by_status on contract_incident (
  (array_position('{New,Ack,Assigned,Resolved}'::text[], status)), opened_at, place);
create index contract_incident_assignee on contract_incident (assignee);
create index contract_incident_resolved_by on contract_incident (resolved_by);
create index contract_incident_unsettled on contract_incident (place) where not is_settled;
create index contract_incident_untold on contract_incident (place) where status = 'Resolved' and not is_end_told;
create index contract_incident_snoozed on contract_incident (snoozed_until) where snoozed_until is not null;
create index contract_incident_cause on contract_incident (cause) where cause is not null;
