-- Requests for an operation on an entity, which people who may edit roles and policies decide. Times in epoch ms.
create table permission_request (
  id uuid primary key,
  -- A user.
  author bigint not null references entity (node) on delete cascade,
  resource bigint not null references entity (node) on delete cascade,
  operation text not null,
  reason text not null,
  status text not null check (status in ('Open', 'Granted', 'Refused')),
  requested_at bigint not null,
  -- An open request has no effect from then on.
  expires_at bigint not null,
  decided_by bigint references entity (node) on delete set null,
  decided_at bigint,
  comment text
);

create index permission_request_of_author on permission_request (author, requested_at);
create index permission_request_of_resource on permission_request (resource);
create index permission_request_open on permission_request (requested_at, id) where status = 'Open';
create index permission_request_decided_by on permission_request (decided_by);
