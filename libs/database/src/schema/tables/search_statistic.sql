-- Documents that have the field, and all tokens in it, as of the last refresh; when that was, in epoch ms.
create table search_statistic (
  field text collate "C" primary key,
  documents bigint not null,
  tokens bigint not null,
  counted_at bigint not null default 0
);
