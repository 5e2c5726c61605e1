import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rows and messages that show what an asset holds, where the service is set to keep them. */
export class SampleData1700000002960 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // body: columns and rows of a table, messages of a topic or a search index.
    await runner.query(`
      create table sample_data (
        asset bigint primary key references entity (node) on delete cascade,
        body jsonb not null)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table sample_data');
  }
}
