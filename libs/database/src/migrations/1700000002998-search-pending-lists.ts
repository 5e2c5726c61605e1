import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes of words, keyword terms and their patterns. */
const INDEXES = ['search_row_names', 'search_row_texts', 'search_row_kw', 'search_term_patterns'];
/** In KiB: some 30 documents. A search reads these pages one after the other, and whoever fills the last one sorts them in. */
const LIMIT = 256;

/**
 * A document has some 200 words, most of which others have as well: each of them wrote the list of all documents that have it anew, 150 to
 * 500 KiB of write-ahead log for one table. New entries now stand in a short list first and are sorted in together.
 */
export class SearchPendingLists1700000002998 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const index of INDEXES)
      await runner.query(`alter index ${index} set (fastupdate = on, gin_pending_list_limit = ${LIMIT})`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const index of INDEXES) {
      await runner.query(`alter index ${index} reset (gin_pending_list_limit)`);
      await runner.query(`alter index ${index} set (fastupdate = off)`);
      await runner.query(`select gin_clean_pending_list('${index}')`);
    }
  }
}
