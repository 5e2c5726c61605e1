-- What people said of points from which it is learned when and how much data comes. Times in epoch ms.
create table learned_feedback (
  contract bigint not null references entity (node) on delete cascade,
  metric text not null check (metric in ('freshness', 'volume')),
  -- Of the profile or the refresh that it is about.
  timestamp bigint not null,
  verdict text not null check (verdict in ('expected', 'anomaly')),
  comment text,
  updated_at bigint not null,
  updated_by text not null,
  primary key (contract, metric, timestamp)
);
