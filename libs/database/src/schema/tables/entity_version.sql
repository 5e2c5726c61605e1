-- The states that were; the state that is stands in entity.
create table entity_version (
  node bigint not null references entity (node) on delete cascade,
  version integer not null,
  updated_at bigint not null,
  document jsonb not null,
  document_bytes integer not null generated always as (octet_length(document::text)) stored,
  primary key (node, version)
);
