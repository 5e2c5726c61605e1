-- The review of a contract that does not bind (yet): who has changed it, who has submitted it, what was decided. Only of contracts that a policy
-- governs. Times in epoch ms.
create table contract_review (
  node bigint primary key references entity (node) on delete cascade,
  -- Users as {id, name}; who has changed it in later versions follows from those.
  authors jsonb not null,
  -- In tenths.
  version integer not null,
  submitted_by text,
  submitted_at bigint,
  -- The status that was sent, which an approval gives it.
  wanted text,
  reviewed_by text,
  reviewed_at bigint,
  comment text
);
