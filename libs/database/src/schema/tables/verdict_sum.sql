-- By how much the numbers of contracts that pass and that fail changed in each quarter of an hour (at / 900,000; -1: in all of time), of all contracts
-- (root 0) and of those of each service: sums of verdict_transition. What verdict_delta has belongs to it as well.
create table verdict_sum (
  root bigint not null,
  quarter bigint not null,
  passing bigint not null,
  failing bigint not null,
  primary key (root, quarter)
) with (fillfactor = 70);

create index verdict_sum_nothing on verdict_sum (root) where passing = 0 and failing = 0;
