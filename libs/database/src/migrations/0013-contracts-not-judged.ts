import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Contracts whose newest run was aborted are found by index. */
export class ContractsNotJudged0000000000013 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create index if not exists contract_not_judged on contract (node) where live and ended_status = 'Aborted'`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('A database goes back by restoring a backup'));
  }
}
