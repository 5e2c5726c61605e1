-- What crawls saw of databases, schemas and tables: by it the next crawl knows what changed, and what is gone.
create table crawled_entity (
  node bigint primary key references entity (node) on delete cascade,
  -- Of the object in its database; stays when it is renamed.
  native_id text collate "C",
  -- Comments of the source as they were: {"": of the object, "<path of a column>": …}. Descriptions that equal them follow them.
  comments jsonb not null default '{}',
  -- Of what the source said. While it stands, and the entity has the version, there is nothing to compare; null: to be compared.
  digest uuid,
  version integer,
  -- Of names and types of the columns.
  likeness uuid,
  -- Of the source, which may write numbers of any size.
  row_estimate double precision,
  size_in_byte double precision,
  changed_at bigint,
  -- Partitions were listed as tables when it was seen: it may be one.
  with_partitions boolean not null default false,
  -- Epoch ms; the run, and what it did: created, updated, restored, unchanged, failed.
  seen_at bigint not null,
  run uuid not null,
  outcome text not null,
  -- Crawls in a row that should have seen it and did not, and the last of these.
  missed integer not null default 0,
  missed_in uuid,
  -- The new table that it may have been renamed to; null where it was seen since.
  renamed_to bigint references entity (node) on delete set null
);

create index crawled_entity_renamed_to on crawled_entity (renamed_to) where renamed_to is not null;
