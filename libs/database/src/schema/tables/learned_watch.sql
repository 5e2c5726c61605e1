-- How far contracts were looked at for what is unusual; only where some policy warns of it. Times in epoch ms.
create table learned_watch (
  contract bigint primary key references entity (node) on delete cascade,
  looked_at bigint not null,
  -- The newest points that were judged; null: none yet, or nothing is warned of.
  freshness_to bigint,
  volume_to bigint
);

-- Those that something was judged of: the policy that warned may be gone.
create index learned_watch_judged on learned_watch (contract) where freshness_to is not null or volume_to is not null;
