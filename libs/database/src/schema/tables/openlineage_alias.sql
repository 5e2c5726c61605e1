-- Other names of a dataset, by which its asset is looked for where its own name leads to none. wanted: as in openlineage_name.
create table openlineage_alias (
  dataset uuid not null,
  alias uuid not null,
  namespace text collate "C" not null,
  name text collate "C" not null,
  wanted uuid,
  -- The order in which they are tried.
  position integer not null default 0,
  primary key (dataset, alias)
);

create index openlineage_alias_wanted on openlineage_alias (wanted);
