-- How often things are used, day by day.
create table entity_usage (
  node bigint not null references entity (node) on delete cascade,
  day date not null,
  uses bigint not null,
  daily_rank double precision,
  weekly_rank double precision,
  monthly_rank double precision,
  primary key (node, day)
);
