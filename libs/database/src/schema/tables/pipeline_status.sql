-- Runs of pipelines as they were reported. Times in epoch ms.
create table pipeline_status (
  pipeline bigint not null references entity (node) on delete cascade,
  timestamp bigint not null,
  body jsonb not null,
  primary key (pipeline, timestamp)
);
