-- With what tables are joined, day by day.
create table table_join (
  node bigint not null references entity (node) on delete cascade,
  day date not null,
  joins jsonb not null,
  primary key (node, day)
);
