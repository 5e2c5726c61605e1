import type { MigrationInterface, QueryRunner } from 'typeorm';
import { applySchema } from '../schema/apply-schema';

/** Requests for rights, which wait for people who can give them. */
export class PermissionRequests0000000000032 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const [{ isThere }] = (await runner.query(`select to_regclass('permission_request') is not null as "isThere"`)) as [
      { isThere: boolean },
    ];
    if (!isThere) await applySchema(runner, 'tables/permission_request.sql');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('A database goes back by restoring a backup'));
  }
}
