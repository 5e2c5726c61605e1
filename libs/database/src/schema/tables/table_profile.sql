-- Profiles of tables as they were reported. Times in epoch ms; body: without its timestamp. The newest body also stands in the table's own
-- details, where readers find it.
create table table_profile (
  asset bigint not null references entity (node) on delete cascade,
  timestamp bigint not null,
  body jsonb not null,
  primary key (asset, timestamp)
);
