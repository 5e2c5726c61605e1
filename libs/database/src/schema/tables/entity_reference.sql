create table entity_reference (
  from_node bigint not null references entity (node) on delete cascade,
  relation text not null,
  to_node bigint not null references entity (node) on delete cascade,
  position integer not null,
  primary key (from_node, relation, to_node)
);

create index entity_reference_to on entity_reference (to_node, relation, from_node);
