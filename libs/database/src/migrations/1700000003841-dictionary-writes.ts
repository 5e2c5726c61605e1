import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * New words of documents, in fewer steps. Patterns are looked for among the parts of words, and whole chunks with a pattern are found in the
 * rows of documents: whole chunks, the longest of all terms, are no longer in the index of patterns. Terms come as arrays, and are not
 * looked up before the insert looks them up. `search_put_terms` stays for processes of before.
 */
export class DictionaryWrites1700000003841 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(patterns('where not whole'));
    await runner.query(ADD_TERMS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop function search_add_terms(text[], text[], boolean[])`);
    await runner.query(patterns(''));
  }
}

const patterns = (which: string): string => `
  drop index search_term_patterns;
  create index search_term_patterns on search_term using gin (term gin_trgm_ops)
    with (fastupdate = on, gin_pending_list_limit = 256) ${which}`;

// Gives those that were not there. In one order, so that two writers never wait for each other in a circle.
const ADD_TERMS = `
  create function search_add_terms(fields text[], terms text[], wholes boolean[])
    returns table (field text, term text, whole boolean) language plpgsql as $$
  #variable_conflict use_column
  begin
    return query
      insert into search_term as t (field, term, whole)
      select d.field, d.term, d.whole from unnest(fields, terms, wholes) as d (field, term, whole)
       order by d.field collate "C", d.term collate "C", d.whole
      on conflict do nothing
      returning t.field, t.term, t.whole;
  end $$`;
