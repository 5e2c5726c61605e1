-- What happened to a contract and is told to people: each once. Times in epoch ms.
create table contract_notice (
  id uuid primary key,
  -- Null once the contract is deleted for good, of the few that say so.
  contract bigint references entity (node) on delete cascade,
  type text not null,
  -- Tells apart what happens several times: the place of the event, or the date that has come.
  key text not null,
  at bigint not null,
  -- The rest of the sentence that begins with the contract.
  text text not null,
  -- The members that depend on the type.
  body jsonb not null,
  -- Of one series a person is told the first notice alone.
  series text,
  -- Not removed before: it has to stay known that it was sent.
  until bigint,
  -- The contract as it was (functions/contract_as_it_was.sql), where it is there no more.
  gone json,
  -- Members of a message about it, in place of its words.
  sent jsonb,
  check ((contract is null) = (gone is not null))
);

create unique index contract_notice_once on contract_notice (contract, type, key);
create index contract_notice_over on contract_notice (greatest(at, until));
create index contract_notice_series on contract_notice (series) where series is not null;
