import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keys of rows that fail: which tables show them, and which samples are such keys. */
export class ExampleKeys0000000000015 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table if not exists table_data_access (
        asset bigint primary key references entity (node) on delete cascade,
        example_keys boolean not null,
        updated_by text not null
      )`);
    await runner.query('alter table sample_data add column if not exists is_example boolean not null default false');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('A database goes back by restoring a backup'));
  }
}
