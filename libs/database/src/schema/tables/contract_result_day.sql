-- Days (timestamp / 86,400,000) as the hours of contract_result_count are: the total of a year is 365 rows of each status, not 8,760.
create table contract_result_day (
  contract bigint not null references contract (node) on delete cascade,
  day bigint not null,
  status text not null,
  n bigint not null,
  schema_evaluated integer not null default 0,
  schema_passed integer not null default 0,
  semantics_evaluated integer not null default 0,
  semantics_passed integer not null default 0,
  quality_evaluated integer not null default 0,
  quality_passed integer not null default 0,
  sla_evaluated integer not null default 0,
  sla_passed integer not null default 0,
  primary key (contract, day, status)
) with (fillfactor = 50);
