-- Test cases that stand for the quality rules of a contract. Not in the extension of a test case, which whoever may edit tests could write.
create table contract_rule_test (
  contract bigint not null references entity (node) on delete cascade,
  -- The rule's name, else its metric, column and place among equals: an edited rule keeps its test case.
  key text not null,
  test_case bigint not null unique references entity (node) on delete cascade,
  primary key (contract, key)
);
