-- Results of test cases, which contracts are validated by. Times in epoch ms; body: the result as it came, without timestamp and status.
create table test_case_result (
  test_case bigint not null references entity (node) on delete cascade,
  timestamp bigint not null,
  status text not null,
  body jsonb not null,
  -- Why a data run could not compute it; null of all that others sent.
  reason text,
  -- The incident that a failed result belongs to.
  incident uuid,
  primary key (test_case, timestamp)
);
