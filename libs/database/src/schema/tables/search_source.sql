create table search_source (
  node bigint primary key references search_row (node) on delete cascade,
  document jsonb not null,
  -- Of each nested path the elements, each as the columns names, texts, kw and chunks of a row of its own.
  elements jsonb not null,
  -- Pages of hits end early where documents are large.
  document_bytes integer not null generated always as (octet_length(document::text)) stored,
  -- Of what the row holds: what a change leaves as it was is not written again.
  digests bytea
);
