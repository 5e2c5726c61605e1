import type { MigrationInterface, QueryRunner } from 'typeorm';
import { applySchema } from '../schema/apply-schema';

/** When users last made a request. */
export class UsersSeen0000000000034 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const [{ isThere }] = (await runner.query(`select to_regclass('user_seen') is not null as "isThere"`)) as [
      { isThere: boolean },
    ];
    if (!isThere) await applySchema(runner, 'tables/user_seen.sql');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('A database goes back by restoring a backup'));
  }
}
