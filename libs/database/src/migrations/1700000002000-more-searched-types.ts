import type { MigrationInterface, QueryRunner } from 'typeorm';
import { EVERY_TYPE_MARKS, SEARCHED_ASSETS_MARKS } from '../search/search-marks';

/** Contracts, test cases and suites, services, databases and more are searched: their own changes leave marks. */
export class MoreSearchedTypes1700000002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(EVERY_TYPE_MARKS);
    // Of the types that were not searched there is no document yet; tags of columns are shown in another form.
    await runner.query(`insert into search_mark (node) select node from entity on conflict do nothing`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(SEARCHED_ASSETS_MARKS);
    await runner.query(`insert into search_mark (node) select node from entity on conflict do nothing`);
  }
}
