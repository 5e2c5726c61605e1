-- An attempt stands here from before its password is checked until it succeeds, so that attempts at the same time cannot slip past a limit.
create table login_failure (
  id bigint generated always as identity primary key,
  account text not null,
  address text not null,
  at timestamptz not null default clock_timestamp()
);

create index login_failure_pair on login_failure (account, address, at);
create index login_failure_account on login_failure (account, at);
create index login_failure_address on login_failure (address, at);
create index login_failure_at on login_failure (at);
