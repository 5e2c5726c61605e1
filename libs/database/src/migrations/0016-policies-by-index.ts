import type { MigrationInterface, QueryRunner } from 'typeorm';
import { applySchema } from '../schema/apply-schema';

/** The policies of a contract, and what is looked at for unusual data, are found by index. */
export class PoliciesByIndex0000000000016 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index if exists learned_watch_looked_at`);
    await runner.query(
      `create index if not exists learned_watch_judged on learned_watch (contract)
         where freshness_to is not null or volume_to is not null`,
    );
    await applySchema(runner, 'functions/policies_of_contract.sql');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('A database goes back by restoring a backup'));
  }
}
