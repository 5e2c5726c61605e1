-- Facts about one time (epoch ms): statistics of a write, outcomes of assertions.
create table openlineage_evidence (
  dataset uuid not null,
  kind text not null check (kind in ('statistics', 'assertion')),
  time bigint not null,
  run uuid not null,
  item uuid not null,
  body jsonb not null,
  primary key (dataset, kind, time, item)
);
