-- One login and every token that came of it.
create table login_family (
  id uuid primary key,
  user_node bigint not null references entity (node) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- An outside issuer that may not speak for administrators gives logins that may not either.
  may_administrate boolean not null default true,
  -- The outside issuer, without which the login is over; null where a password or a ticket began it.
  issuer text,
  -- How that issuer calls the user and the session there; null where it did not say.
  issuer_subject text,
  issuer_session text,
  -- When it ends, however much it is used; null: never.
  closes_at timestamptz
);

create index login_family_user on login_family (user_node);
