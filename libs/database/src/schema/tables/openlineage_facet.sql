-- Facets of which the newest counts.
create table openlineage_facet (
  name uuid not null,
  kind text not null,
  stamp text collate "C" not null,
  body jsonb not null,
  primary key (name, kind)
);
