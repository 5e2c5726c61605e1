import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Table of the findings of the newest reading of each contract about its promises on values. */
export class ContractPromises0000000000007 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table if not exists contract_promise (
        contract bigint primary key references entity (node) on delete cascade,
        timestamp bigint not null,
        outcomes jsonb not null
      )`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('A database goes back by restoring a backup'));
  }
}
