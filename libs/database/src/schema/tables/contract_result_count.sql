-- Results per contract, hour (timestamp / 3,600,000) and status, kept in the writer's transaction: a window's total is the sum of its whole
-- hours and the index rows of its two edges. Of each dimension: how many results evaluated it, and how many found nothing wrong. Open runs
-- are counted where they stand, in validation_run: on its way to its end a run would change four counts otherwise.
create table contract_result_count (
  contract bigint not null references contract (node) on delete cascade,
  hour bigint not null,
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
  primary key (contract, hour, status)
) with (fillfactor = 50);
