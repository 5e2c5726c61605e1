import type { MigrationInterface, QueryRunner } from 'typeorm';
import { applySchema } from '../schema/apply-schema';

/** Slots of the lane `data` are shared, and quick runs do not wait for slow ones. Workers of the build before leave no slot to them. */
export class SharedSlotsOfReadings0000000000020 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop function if exists claim_data_runs(text[], text[], text, integer, interval)');
    await applySchema(runner, 'functions/is_quick_data_run.sql', 'functions/claim_data_runs.sql');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('A database goes back by restoring a backup'));
  }
}
