import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Parts of results that count no more are found by the day of their push. */
export class OldPartsByDay0000000000028 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table contract_part add column if not exists day bigint generated always as (timestamp / 86400000) stored',
    );
    await runner.query('create index if not exists contract_part_day on contract_part (day) where not lasting');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('A database goes back by restoring a backup'));
  }
}
