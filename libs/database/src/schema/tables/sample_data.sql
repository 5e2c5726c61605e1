-- Rows and messages that show what an asset has, where the service is set to keep them. body: columns and rows of a table, messages of a topic
-- or a search index.
create table sample_data (
  asset bigint primary key references entity (node) on delete cascade,
  body jsonb not null,
  -- Keys of rows that a check of the service has found failing: they go with its next result.
  is_example boolean not null default false
);
