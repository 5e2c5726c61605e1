-- SHA-256; one row a start of the API, none once the first admin is set.
create table setup_secret (
  digest bytea primary key,
  made_at timestamptz not null default clock_timestamp()
);
