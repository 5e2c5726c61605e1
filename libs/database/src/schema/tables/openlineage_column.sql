-- A pair of columns counts where its datasets have an edge. pair: the digest of both columns.
create table openlineage_column (
  from_dataset uuid not null,
  to_dataset uuid not null,
  pair uuid not null,
  from_column text not null,
  to_column text not null,
  function text not null,
  primary key (from_dataset, to_dataset, pair)
);
