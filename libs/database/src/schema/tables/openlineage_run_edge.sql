-- The edges that a run says itself (openlineage_run.explicit_stamp).
create table openlineage_run_edge (
  run uuid not null references openlineage_run (key) on delete cascade,
  from_dataset uuid not null,
  to_dataset uuid not null,
  primary key (run, to_dataset, from_dataset)
);

create index openlineage_run_edge_ends on openlineage_run_edge (to_dataset, from_dataset);
