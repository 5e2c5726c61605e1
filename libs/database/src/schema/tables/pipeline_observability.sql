-- The last work of pipelines on the tables that they process, as their connectors report it. body: what is told beside the pipeline itself, which is
-- shown with its name of today.
create table pipeline_observability (
  asset bigint not null references entity (node) on delete cascade,
  pipeline bigint not null references entity (node) on delete cascade,
  body jsonb not null,
  primary key (asset, pipeline)
);

-- Without it a deletion of a pipeline would read the whole table.
create index pipeline_observability_pipeline on pipeline_observability (pipeline);
