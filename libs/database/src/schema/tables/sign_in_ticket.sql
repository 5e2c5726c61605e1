-- Links that sign in once. digest: SHA-256 of the text; the first refresh token of its login is the HMAC of that text with seed, so that it can
-- be given again where an answer was lost, and yet be read from no row.
create table sign_in_ticket (
  digest bytea primary key,
  user_node bigint not null references entity (node) on delete cascade,
  seed bytea not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

create index sign_in_ticket_user on sign_in_ticket (user_node);
