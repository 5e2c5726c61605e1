import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Patterns are looked for among the parts of words; whole chunks with a pattern are found in the rows of documents. So whole chunks, the
 * longest of all terms, are no longer in the index of patterns.
 */
export class PatternsOfParts1700000003841 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(patterns('where not whole'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(patterns(''));
  }
}

const patterns = (which: string): string => `
  drop index search_term_patterns;
  create index search_term_patterns on search_term using gin (term gin_trgm_ops)
    with (fastupdate = on, gin_pending_list_limit = 256) ${which}`;
