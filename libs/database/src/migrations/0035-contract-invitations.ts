import type { MigrationInterface, QueryRunner } from 'typeorm';
import { applySchema } from '../schema/apply-schema';

/** Invitations of users and teams to declare that they rely on a contract. */
export class ContractInvitations0000000000035 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const [{ isThere }] = (await runner.query(
      `select to_regclass('contract_invitation') is not null as "isThere"`,
    )) as [{ isThere: boolean }];
    if (!isThere) await applySchema(runner, 'tables/contract_invitation.sql');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('A database goes back by restoring a backup'));
  }
}
