-- The dictionary: parts of all fields, and whole chunks of up to 24 characters. df as of the last refresh; 0: newer than that.
create table search_term (
  field text collate "C" not null,
  term text collate "C" not null,
  whole boolean not null,
  df integer not null default 0,
  primary key (field, term, whole)
);

create index search_term_length on search_term (field, char_length(term));
-- Whole chunks, the longest of all terms, are not in it: those with a pattern are found in the rows of documents.
create index search_term_patterns on search_term using gin (term gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 256) where not whole;
