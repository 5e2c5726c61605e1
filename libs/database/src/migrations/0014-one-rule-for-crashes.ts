import type { MigrationInterface, QueryRunner } from 'typeorm';
import { applySchema } from '../schema/apply-schema';

/** Data runs are tried alone after their second crash, as validations are. */
export class OneRuleForCrashes0000000000014 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table data_run add column if not exists alone boolean not null default false');
    await applySchema(runner, 'functions/claim_data_runs.sql');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('A database goes back by restoring a backup'));
  }
}
