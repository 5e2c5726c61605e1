-- What the newest reading of a contract found of its promises about values. Without a source they are judged by it.
create table contract_promise (
  contract bigint primary key references entity (node) on delete cascade,
  -- Begin of the reading, in epoch ms.
  timestamp bigint not null,
  -- A list of {path, key, status, rows, failedRows, …}; of another key it is another promise.
  outcomes jsonb not null
);
