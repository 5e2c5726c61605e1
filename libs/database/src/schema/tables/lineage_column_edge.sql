-- One row a pair of columns. Columns are named by their path inside the asset (struct.field), never by a FQN.
create table lineage_column_edge (
  from_node bigint not null,
  to_node bigint not null,
  -- The place in columnsLineage that the pair came from (its function stands in each row).
  item integer not null,
  position integer not null,
  from_column text not null,
  to_column text not null,
  function text,
  primary key (from_node, to_node, item, position),
  foreign key (from_node, to_node) references lineage_edge (from_node, to_node) on delete cascade
);
