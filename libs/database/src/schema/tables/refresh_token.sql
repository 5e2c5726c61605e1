-- By the SHA-256 of its text; its successor is the HMAC of that text with seed, so that it can be given twice and yet be read from no row.
create table refresh_token (
  digest bytea primary key,
  family uuid not null references login_family (id) on delete cascade,
  seed bytea not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  used_from text
);

create index refresh_token_family on refresh_token (family, expires_at);
