-- What may be shown of the rows of one table, beside what the data access of its service allows.
create table table_data_access (
  asset bigint primary key references entity (node) on delete cascade,
  -- Keys of rows that a check finds failing are stored as the sample of its test case.
  example_keys boolean not null,
  updated_by text not null
);
