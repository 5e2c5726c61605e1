-- Changes of contracts that wait for others: at most one that is open of each contract. They are kept as long as the contract. Times in epoch ms.
create table contract_proposal (
  id uuid primary key,
  contract bigint not null references entity (node) on delete cascade,
  -- edit or deletion
  kind text not null,
  -- InReview, AwaitingConsent, Applied, Rejected, Withdrawn
  state text not null,
  ended_by text,
  round integer not null,
  -- Of the contract that the change was made of, in tenths.
  base_version integer not null,
  -- The members that change, before and after; null where one is not there. As they were sent: the order of members stays.
  base json not null,
  edits json not null,
  -- The contract as it would become; null for a deletion.
  document json,
  changes jsonb not null,
  breaking boolean not null,
  -- The section change of the policy that holds for this round.
  terms jsonb not null,
  -- How it is written beside its members, such as the document of an import.
  options json not null,
  author_id uuid not null,
  author_name text not null,
  reason text,
  -- What the author asked for, at least.
  asked_deadline bigint,
  opened_at bigint not null,
  consent_from bigint,
  deadline bigint,
  approvals jsonb not null default '[]',
  parties jsonb not null default '[]',
  override jsonb,
  applied_version integer,
  ended_at bigint,
  message text,
  -- A consumer whose consent it may lack is gone since the last look: it is looked at before its deadline.
  consumer_gone boolean not null default false
);

create unique index contract_proposal_open on contract_proposal (contract) where ended_at is null;
create index contract_proposal_of_contract on contract_proposal (contract, opened_at, id);
create index contract_proposal_newest on contract_proposal (opened_at, id);
create index contract_proposal_due on contract_proposal (deadline) where ended_at is null and deadline is not null;
create index contract_proposal_consumer_gone on contract_proposal (contract) where ended_at is null and consumer_gone;
-- For the metric that counts them.
create index contract_proposal_by_state on contract_proposal (state);
