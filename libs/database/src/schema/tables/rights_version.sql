-- A version of all that gives rights to users, which each change renews. A random version never comes again: not where a transaction is rolled
-- back, nor after a failover or a restore.
create table rights_version (
  singleton boolean primary key default true check (singleton),
  version uuid not null
);

insert into rights_version (version) values (gen_random_uuid());
