-- hash: argon2id in its encoded form, parameters included.
create table credential (
  user_node bigint primary key references entity (node) on delete cascade,
  hash text not null,
  changed_at timestamptz not null default now()
);
