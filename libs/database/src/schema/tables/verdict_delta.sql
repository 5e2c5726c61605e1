-- What is to be added to verdict_sum: rows that writers only insert, so that none waits for another. A round folds them.
create table verdict_delta (
  id bigint generated always as identity primary key,
  root bigint not null,
  quarter bigint not null,
  passing bigint not null,
  failing bigint not null
);

create index verdict_delta_root on verdict_delta (root, quarter);
