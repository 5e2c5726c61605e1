import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ADD_ALWAYS, ADD_DIFFERENCES, SUM_UP, SUM_UP_ROWS } from './1700000002600-search-totals';

/**
 * Each change of rows of the search index writes a slot of its totals, also one that leaves them what they are: so the versions of the
 * slots are a version of the index.
 */
export class SearchVersions1700000003041 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create or replace ${ADD_ALWAYS}`);
    await runner.query(`create or replace ${SUM_UP_ROWS}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`create or replace ${SUM_UP}`);
    await runner.query(`create or replace ${ADD_DIFFERENCES}`);
  }
}
