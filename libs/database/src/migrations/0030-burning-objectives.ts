import type { MigrationInterface, QueryRunner } from 'typeorm';
import { applySchema } from '../schema/apply-schema';

/** Columns for what a look at objectives has found, and until when that is so. All are looked at once. */
export class BurningObjectives0000000000030 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table contract_objective add column if not exists burning_fqn text collate "C",
         add column if not exists changes_at bigint default 0`,
    );
    await runner.query(
      'create index if not exists contract_objective_changes on contract_objective (changes_at, contract) where changes_at is not null',
    );
    await runner.query(
      'create index if not exists contract_objective_burning on contract_objective (burning_fqn, contract) where burning_fqn is not null',
    );
    await applySchema(
      runner,
      'functions/look_at_objectives_of.sql',
      'functions/summarise_results.sql',
      'triggers/look_at_objectives.sql',
      'triggers/look_at_objectives_contract.sql',
      'triggers/look_at_objectives_entity.sql',
    );
    await runner.query('update contract_objective set look_at = 0 where changes_at = 0 and look_at is distinct from 0');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('A database goes back by restoring a backup'));
  }
}
