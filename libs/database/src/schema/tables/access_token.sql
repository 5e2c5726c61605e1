-- Personal and bot tokens by their jti; the text of a token is kept nowhere.
create table access_token (
  jti uuid primary key,
  user_node bigint not null references entity (node) on delete cascade,
  name text not null,
  kind text not null check (kind in ('personal', 'bot')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);

create index access_token_user on access_token (user_node);
