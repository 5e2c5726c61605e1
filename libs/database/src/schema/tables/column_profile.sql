-- Profiles of columns, found by column and time, not only within the profile of the table with which they came. Times in epoch ms.
create table column_profile (
  asset bigint not null references entity (node) on delete cascade,
  -- The MD5 of the column's path in its table, as FQNs have it.
  column_key uuid not null,
  timestamp bigint not null,
  -- The timestamp of the table's profile that told it last.
  profile bigint not null,
  -- As it was told.
  body jsonb not null,
  primary key (asset, column_key, timestamp)
);

create index column_profile_of_profile on column_profile (asset, profile, column_key);
