import type { MigrationInterface, QueryRunner } from 'typeorm';

/** From when until when a contract is in force, beside its status: lists and sums ask for it of many contracts. */
export class ContractValidity1700000003990 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMNS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table contract drop column effective_from, drop column effective_until`);
  }
}

// Both in epoch ms, null where the document does not say. Few contracts have one, so the sums look at those alone.
const COLUMNS = `
  alter table contract add column effective_from bigint, add column effective_until bigint;
  create index contract_dated on contract (node) where effective_from is not null or effective_until is not null`;
