-- How to reach a service, with its secrets, encrypted; the entity's own document shows the secrets masked.
create table service_connection (
  node bigint primary key references entity (node) on delete cascade,
  sealed bytea not null,
  -- Whether it was written since a connection that says nothing of TLS requires it.
  requires_tls boolean not null default false
);
