-- Blocks follow each other in number and position.
create table audit_block (
  number bigint primary key,
  first_position bigint not null,
  last_position bigint not null unique,
  records integer not null,
  hash bytea not null,
  sealed_at bigint not null,
  -- When its records were removed, past their time.
  pruned_at bigint
);

create index audit_block_kept on audit_block (number) where pruned_at is null;
