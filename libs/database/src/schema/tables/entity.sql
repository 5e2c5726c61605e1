-- The catalog: one table for all entity types, because one engine serves them. Names and FQNs are compared by code point (collation C),
-- whatever the server's default is. No index rests on an expression of body: each change of attributes would write all indexes anew.
create table entity (
  node bigint generated always as identity primary key,
  id uuid not null,
  type text not null,
  name text collate "C" not null,
  fqn text collate "C" not null,
  parent bigint references entity (node),
  -- The topmost ancestor (a service, a glossary …); null for a row that has no parent.
  root bigint references entity (node),
  -- The node whose soft deletion hid this row (itself or an ancestor); null while live.
  deleted_by bigint,
  -- In tenths (0.1 is 1), so that 0.9 + 0.1 is exactly 1.0.
  version integer not null,
  updated_at bigint not null,
  updated_by text not null,
  -- The attributes of every answer, and those that come by request; neither holds a name of another entity.
  body jsonb not null,
  details jsonb not null,
  -- Pages end early where documents are large: how long one is as text is known without reading it.
  body_bytes integer not null generated always as (octet_length(body::text)) stored,
  details_bytes integer not null generated always as (octet_length(details::text)) stored
);

create unique index entity_id on entity (id);
-- An FQN can be longer than the 2,704 bytes that a btree row holds: unique by its digest.
create unique index entity_fqn on entity (type, (md5(fqn)::uuid));
create index entity_list on entity (type, name, id);
create index entity_deleted_list on entity (type, name, id) where deleted_by is not null;
create index entity_children on entity (parent, type, name, id);
create index entity_below_root on entity (root, type, name, id);
create index entity_deleted_by on entity (deleted_by) where deleted_by is not null;
-- Tables by names that an engine could take for theirs, level by level.
create index entity_name_key on entity (parent, (name_key(name))) where type in ('database', 'databaseSchema', 'table');
