import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Queued runs by lane and age: workers take them in blocks. */
export class RunOrder1700000003120 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create index validation_run_waiting on validation_run (lane, queued_at, result_id) where state = 'Queued'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index validation_run_waiting');
  }
}
