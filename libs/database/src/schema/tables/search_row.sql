-- One row per document, narrow, since it is what gets scanned and ranked; a copy that can be rebuilt, so nothing refers to it. A search takes
-- as long as the pages that it reads: what ranks and counts most of them stays in the row (names, facets), and what few need goes to the
-- toast table where a row is long. Not compressed, but for names and facets that alone would fill a row: compression costs a search two to
-- ten times its time.
create table search_row (
  node bigint primary key,
  id text collate "C" not null,
  entity_type text collate "C" not null,
  name_key text collate "C" not null,
  display_key text collate "C",
  fqn_key text collate "C" not null,
  deleted boolean not null,
  updated_at bigint not null,
  total_votes double precision,
  -- Lexemes '<code of the field>:<token>' with positions counted per field.
  names tsvector not null,
  texts tsvector not null,
  -- Terms 'field=value', lower-cased, and '_exists=field'; facets: those of them that are counted in most answers.
  kw text[] collate "C" not null,
  facets text[] collate "C" not null,
  -- The whole chunks among the tokens, a line ':code:code:<tab>token<newline>' each: for patterns.
  chunks text collate "C" not null,
  -- All tokens, by field, in the order of len_*.
  tokens integer[] not null,
  -- Tokens of a field, stacked ones left out, rounded as Lucene does.
  len_n smallint not null,
  len_m smallint not null,
  len_f smallint not null,
  len_c smallint not null,
  len_h smallint not null,
  len_d smallint not null,
  len_cd smallint not null,
  len_hd smallint not null
);

alter table search_row
  alter names set storage main,
  alter texts set storage external,
  alter kw set storage external,
  alter facets set storage main,
  alter chunks set storage external;

-- A document has some 200 words, most of which others have as well. New entries stand in a short list (in KiB: some 30 documents) first and
-- are sorted in together: else each word would write the list of all documents that have it anew. A search reads that list through.
create index search_row_names on search_row using gin (names) with (fastupdate = on, gin_pending_list_limit = 256);
create index search_row_texts on search_row using gin (texts) with (fastupdate = on, gin_pending_list_limit = 256);
create index search_row_kw on search_row using gin (kw) with (fastupdate = on, gin_pending_list_limit = 256);
-- Patterns are rarer than words.
create index search_row_patterns on search_row
  using gin (chunks gin_trgm_ops, name_key gin_trgm_ops, fqn_key gin_trgm_ops) with (gin_pending_list_limit = 1024);
create index search_row_updated on search_row (updated_at, id);
-- A name can be longer than what a btree row holds.
create index search_row_name on search_row (left(name_key, 200), id);
-- For counting everything there is of some types, without a look at the rows.
create index search_row_type on search_row (entity_type, deleted);
create index search_row_id on search_row (id);
