import type { MigrationInterface, QueryRunner } from 'typeorm';
import { applySchema } from '../schema/apply-schema';

/**
 * Indexes and notifications by which rounds find what is due: contracts that store results for a time, names of events whose asset arrives
 * or is renamed; and when words were counted last.
 */
export class RoundsByWhatIsDue0000000000022 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create index if not exists contract_retained on contract (node) where live and retention is not null`,
    );
    await runner.query('alter table search_statistic add column if not exists counted_at bigint not null default 0');
    await applySchema(runner, 'triggers/openlineage_arrival.sql');
    await applySchema(runner, 'triggers/openlineage_renamed.sql', 'functions/contract_proposal_due.sql');
    await applySchema(runner, 'functions/claim_runs.sql', 'functions/claim_data_runs.sql');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('A database goes back by restoring a backup'));
  }
}
