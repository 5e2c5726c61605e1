-- Which service, database or schema a namespace of OpenLineage is. Facts of events only grow, or the newest by the event's own time wins, so that they are the
-- same in whatever order the events come; edges and evidence are derived from them.
create table openlineage_mapping (
  namespace_prefix text collate "C" not null,
  -- The service, database or schema that the names lie in.
  service bigint not null references entity (node) on delete cascade,
  -- It follows from the data access of its service. A rule by hand of the same prefix comes first.
  derived boolean not null default false,
  -- Of a derived rule: the names of this database alone.
  source_database text collate "C",
  -- Whether tables that events show are made.
  creates_tables boolean not null default false
);

-- A prefix can be longer than what a btree row holds.
create unique index openlineage_mapping_rule on openlineage_mapping ((md5(namespace_prefix)::uuid), derived, (coalesce(source_database, '')));
create index openlineage_mapping_service on openlineage_mapping (service);
