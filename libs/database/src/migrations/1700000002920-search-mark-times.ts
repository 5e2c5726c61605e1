import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Since when the search document of an entity waits to be written: how far search is behind. */
export class SearchMarkTimes1700000002920 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table search_mark add column marked_at timestamptz not null default now()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table search_mark drop column marked_at`);
  }
}
