import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The end of the newest day of data that has days, whose age is known to a whole day. */
export class ObservedDays0000000000011 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table observation add column if not exists data_until bigint');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('A database goes back by restoring a backup'));
  }
}
