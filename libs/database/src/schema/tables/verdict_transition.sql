-- When each live contract began to pass or to fail: a row for each verdict unlike the one before. Follows from its results, in the transaction that
-- writes them (derive_transitions).
create table verdict_transition (
  contract bigint not null references contract (node) on delete cascade,
  -- Timestamp of the result.
  at bigint not null,
  passes boolean not null,
  -- Whether there is no verdict before it.
  is_first boolean not null,
  -- The service that the asset lies in; the asset itself where it lies in nothing.
  root bigint not null,
  primary key (contract, at)
);
