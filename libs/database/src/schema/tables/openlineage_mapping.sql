-- Which service a namespace of OpenLineage is. Facts of events only grow, or the newest by the event's own time wins, so that they are the
-- same in whatever order the events come; edges and evidence are derived from them.
create table openlineage_mapping (
  namespace_prefix text collate "C" not null,
  service bigint not null references entity (node) on delete cascade
);

-- A prefix can be longer than what a btree row holds.
create unique index openlineage_mapping_prefix on openlineage_mapping ((md5(namespace_prefix)::uuid));
create index openlineage_mapping_service on openlineage_mapping (service);
