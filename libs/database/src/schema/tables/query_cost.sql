-- Costs of queries, as ingestion reports them. timestamp: epoch ms; body: cost, count and totalDuration.
create table query_cost (
  query bigint not null references entity (node) on delete cascade,
  timestamp bigint not null,
  body jsonb not null,
  primary key (query, timestamp)
);
