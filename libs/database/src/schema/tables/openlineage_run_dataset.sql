create table openlineage_run_dataset (
  run uuid not null references openlineage_run (key) on delete cascade,
  dataset uuid not null,
  output boolean not null,
  primary key (run, dataset, output)
);

create index openlineage_run_dataset_outputs on openlineage_run_dataset (dataset) where output;
