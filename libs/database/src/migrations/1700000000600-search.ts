import type { MigrationInterface, QueryRunner } from 'typeorm';
import { NO_SEARCH_MARKS, SEARCH_MARKS } from '../search/search-marks';

/** Search: the rows of the PostgreSQL engine, its dictionary, and the marks of what is to be indexed anew. */
export class Search1700000000600 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(EXTENSIONS);
    await runner.query(ROW);
    await runner.query(ROW_INDEXES);
    await runner.query(SOURCE);
    await runner.query(STATISTICS);
    await runner.query(SEARCH_MARKS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(NO_SEARCH_MARKS);
    await runner.query(`drop table search_statistic, search_term, search_source, search_row`);
    await runner.query(`drop extension fuzzystrmatch`);
    await runner.query(`drop extension pg_trgm`);
  }
}

// Both are trusted: who owns the database may create them.
const EXTENSIONS = `
  create extension if not exists pg_trgm;
  create extension if not exists fuzzystrmatch;
`;

// One row per document, narrow, since it is what gets scanned and ranked; a copy that can be rebuilt, so nothing refers to it.
// names, texts: lexemes '<code of the field>:<token>' with positions counted per field.
// kw: facts 'field=value', lower-cased, and '_exists=field'; facets: those of them that are counted in most answers.
// chunks: the whole chunks among the tokens, a line ':code:code:<tab>token<newline>' each: for patterns.
// len_*: tokens of a field, stacked ones left out, rounded as Lucene does; tokens: all of them, by field, in the same order.
// Compression would cost a search two to ten times its time, and so would it to fetch each vector from the toast table: rows stay
// whole as long as they fit a page.
const ROW = `
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
    names tsvector not null,
    texts tsvector not null,
    kw text[] collate "C" not null,
    facets text[] collate "C" not null,
    chunks text collate "C" not null,
    tokens integer[] not null,
    len_n smallint not null,
    len_m smallint not null,
    len_f smallint not null,
    len_c smallint not null,
    len_h smallint not null,
    len_d smallint not null,
    len_cd smallint not null,
    len_hd smallint not null
  ) with (toast_tuple_target = 8160);
  alter table search_row
    alter names set storage external,
    alter texts set storage external,
    alter kw set storage external,
    alter facets set storage external,
    alter chunks set storage external;
`;

// Without a list of pending entries, which each search would have to read through; patterns are rarer than words.
const ROW_INDEXES = `
  create index search_row_names on search_row using gin (names) with (fastupdate = off);
  create index search_row_texts on search_row using gin (texts) with (fastupdate = off);
  create index search_row_kw on search_row using gin (kw) with (fastupdate = off);
  create index search_row_patterns on search_row
    using gin (chunks gin_trgm_ops, name_key gin_trgm_ops, fqn_key gin_trgm_ops) with (gin_pending_list_limit = 1024);
  create index search_row_updated on search_row (updated_at, id);
  -- A name can be longer than what a btree row holds.
  create index search_row_name on search_row (left(name_key, 200), id);
  -- For counting everything there is of some types, without a look at the rows.
  create index search_row_type on search_row (entity_type, deleted);
  create index search_row_id on search_row (id);
`;

// elements: of each nested path the elements, each as the columns names, texts, kw and chunks of a row of its own.
const SOURCE = `
  create table search_source (
    node bigint primary key references search_row (node) on delete cascade,
    document jsonb not null,
    elements jsonb not null
  );
`;

// search_term: the dictionary. Parts of all fields, and whole chunks of up to 24 characters. df as of the last refresh; 0: newer
// than that. search_statistic: documents that have the field, and all tokens in it.
const STATISTICS = `
  create table search_term (
    field text collate "C" not null,
    term text collate "C" not null,
    whole boolean not null,
    df integer not null default 0,
    primary key (field, term, whole)
  );
  create index search_term_length on search_term (field, char_length(term));
  create index search_term_patterns on search_term using gin (term gin_trgm_ops) with (fastupdate = off);
  create table search_statistic (
    field text collate "C" primary key,
    documents bigint not null,
    tokens bigint not null
  );
`;
