import type { MigrationInterface, QueryRunner } from 'typeorm';
import { applySchema } from '../schema/apply-schema';

/** Recounts: checks of the catalog that workers carry out. */
export class Recounts0000000000019 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const [{ isNew }] = (await runner.query(`select to_regclass('recount_run') is not null as "isNew"`)) as [
      { isNew: boolean },
    ];
    if (!isNew) await applySchema(runner, 'tables/recount_run.sql');
    await applySchema(runner, 'triggers/tell_recount_run.sql');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('A database goes back by restoring a backup'));
  }
}
