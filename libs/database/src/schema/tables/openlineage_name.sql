-- A dataset or job as events name it. Times in epoch ms, of the events themselves.
create table openlineage_name (
  -- The digest of kind, namespace and name.
  key uuid primary key,
  kind text not null check (kind in ('dataset', 'job')),
  namespace text collate "C" not null,
  name text collate "C" not null,
  -- The digest by which its asset would be found: of the FQN, or, of a table, of its service and the key of its name (name_key).
  wanted uuid,
  -- The asset that it is, once known.
  node bigint references entity (node) on delete set null,
  -- Its asset was soft-deleted because an event told that it was dropped.
  dropped boolean not null default false,
  first_seen bigint not null,
  last_seen bigint not null,
  events bigint not null,
  -- Its asset has another spelling: one that has exactly this name would take its place.
  loose boolean not null default false
);

create index openlineage_name_node on openlineage_name (node) where node is not null;
create index openlineage_name_wanted on openlineage_name (wanted) where node is null or loose;
create index openlineage_name_unresolved on openlineage_name (kind, key) where node is null;
create index openlineage_name_open on openlineage_name (key) where node is null or loose;
