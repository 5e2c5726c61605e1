-- How many documents have a field and how many tokens it has in them, exactly and without reading the index: in slots that add up. A writer
-- takes a slot that nobody else holds, so that none waits for another. Each change of rows of the index writes a slot, also one that leaves
-- its totals what they are: so the versions of the slots are a version of the index.
create table search_total (
  slot integer primary key generated always as identity,
  documents_n bigint not null default 0,
  tokens_n bigint not null default 0,
  documents_m bigint not null default 0,
  tokens_m bigint not null default 0,
  documents_f bigint not null default 0,
  tokens_f bigint not null default 0,
  documents_c bigint not null default 0,
  tokens_c bigint not null default 0,
  documents_h bigint not null default 0,
  tokens_h bigint not null default 0,
  documents_d bigint not null default 0,
  tokens_d bigint not null default 0,
  documents_cd bigint not null default 0,
  tokens_cd bigint not null default 0,
  documents_hd bigint not null default 0,
  tokens_hd bigint not null default 0
) with (fillfactor = 20);
