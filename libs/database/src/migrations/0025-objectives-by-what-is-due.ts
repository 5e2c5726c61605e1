import type { MigrationInterface, QueryRunner } from 'typeorm';
import { applySchema } from '../schema/apply-schema';

/** Objectives are looked at when something of them may be due; policies that warn are found by an index. All are looked at once. */
export class ObjectivesByWhatIsDue0000000000025 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table contract_objective add column if not exists look_at bigint default 0');
    await runner.query('alter table contract_objective drop column if exists looked_at');
    await runner.query(
      'create index if not exists contract_objective_due on contract_objective (look_at) where look_at is not null',
    );
    await runner.query(
      `create index if not exists contract_policy_learned on contract_policy (scope)
         where learned ->> 'freshness' = 'warn' or learned ->> 'volume' = 'warn'`,
    );
    await applySchema(runner, 'triggers/look_at_objectives.sql');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('A database goes back by restoring a backup'));
  }
}
