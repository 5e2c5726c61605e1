-- Counts of entities by type, parent or root (0: of all) and liveness, kept by statement triggers in the writer's transaction, whatever SQL
-- wrote. Spread over slots by backend, so that concurrent writers seldom meet on a row.
create table counter (
  type text not null,
  parent bigint not null,
  deleted boolean not null,
  slot smallint not null,
  n bigint not null,
  primary key (type, parent, deleted, slot)
) with (fillfactor = 50);
