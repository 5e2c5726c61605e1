-- Lineage: which asset is made of which. By node, so that renames touch nothing here. Both directions are answered by an index alone.
create table lineage_edge (
  from_node bigint not null references entity (node) on delete cascade,
  to_node bigint not null references entity (node) on delete cascade,
  -- Who said so (Manual, OpenLineage, DbtLineage …).
  source text not null,
  pipeline bigint references entity (node) on delete set null,
  sql_query text,
  description text,
  -- What else a client said of the edge, as it came.
  details jsonb not null default '{}',
  -- Of all that the edge says, column pairs too: the same again changes nothing.
  digest uuid not null,
  created_at bigint not null,
  created_by text not null,
  updated_at bigint not null,
  updated_by text not null,
  -- Of an edge that events have made: the time of the newest that showed it, in epoch ms. Nothing else follows from it.
  last_seen_at bigint,
  primary key (from_node, to_node)
);

create index lineage_edge_to on lineage_edge (to_node, from_node);
create index lineage_edge_pipeline on lineage_edge (pipeline) where pipeline is not null;
