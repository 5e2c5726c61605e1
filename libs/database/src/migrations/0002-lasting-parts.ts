import type { MigrationInterface, QueryRunner } from 'typeorm';
import { applySchema } from '../schema/apply-schema';

/** Parts that count until the next push, and the newest push of the whole contract as one of them. */
export class LastingParts0000000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table contract_part add column if not exists lasting boolean not null default false');
    await runner.query(`update contract_part set lasting = true where producer = 'service'`);
    await applySchema(runner, 'functions/push_results.sql');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('A database goes back by restoring a backup'));
  }
}
