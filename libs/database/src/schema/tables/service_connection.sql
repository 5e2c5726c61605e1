-- How to reach a service, with its secrets, encrypted; the entity's own document shows the secrets masked.
create table service_connection (
  node bigint primary key references entity (node) on delete cascade,
  sealed bytea not null
);
