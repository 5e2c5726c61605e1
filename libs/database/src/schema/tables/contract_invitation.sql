-- Invitations of users and teams to declare what they rely on in a contract. Times in epoch ms.
create table contract_invitation (
  id uuid primary key,
  contract bigint not null references entity (node) on delete cascade,
  -- A user or a team.
  party bigint not null references entity (node) on delete cascade,
  message text,
  invited_by bigint references entity (node) on delete set null,
  invited_at bigint not null,
  -- It has no effect from then on, and the next one of the same party takes its place. One that is answered or withdrawn is removed.
  expires_at bigint not null
);

create unique index contract_invitation_of_contract on contract_invitation (contract, party);
create index contract_invitation_of_party on contract_invitation (party, expires_at);
create index contract_invitation_invited_by on contract_invitation (invited_by);
