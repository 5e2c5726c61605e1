-- Profiles of writes. Times in epoch ms; profile and body as in column_profile.
create table system_profile (
  asset bigint not null references entity (node) on delete cascade,
  timestamp bigint not null,
  operation text collate "C" not null,
  profile bigint not null,
  body jsonb not null,
  primary key (asset, timestamp, operation)
);

create index system_profile_of_profile on system_profile (asset, profile);
