-- The facts of all runs about two datasets.
create table openlineage_edge (
  from_dataset uuid not null,
  to_dataset uuid not null,
  stamp text collate "C" not null,
  job uuid,
  parent uuid,
  sql text,
  sql_stamp text collate "C",
  primary key (from_dataset, to_dataset)
);

create index openlineage_edge_to on openlineage_edge (to_dataset);
create index openlineage_edge_job on openlineage_edge (job);
create index openlineage_edge_parent on openlineage_edge (parent);
